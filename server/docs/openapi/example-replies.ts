/** Example records and responses. A test checks them against the schemas. */
import type * as z from 'zod';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { exportReply, hazardReply, projectReply, siteReply } from '../../../shared/rest/shapes.ts';
import { ids } from './example-ids.ts';

export const contentHash = `sha256:${'9f2c'.repeat(16)}`;

const envelope = {
  created_at: '2026-11-16T08:14:05.120Z',
  updated_at: '2026-11-16T09:00:00.123Z',
  created_by: 'Priya Nair',
  revision: 3,
};

export const project: z.output<typeof projectReply> = {
  id: ids.project,
  name: 'Kingsmead Quarter, Block C',
  reference: 'HLC-2026-014',
  client_name: 'Kingsmead Living LLP',
  client_contact_name: 'Nell Okafor',
  client_contact_email: 'nell.okafor@kingsmeadliving.example',
  cdm_notifiable: true,
  status: 'active',
  start_date: '2026-02-02',
  end_date: '2027-10-29',
  industry_id: null,
  principal_designer: null,
  f10_reference: null,
  archived_at: null,
  archived_from_status: null,
  ...envelope,
  site_ids: [ids.site],
};

export const site: z.output<typeof siteReply> = {
  id: ids.site,
  project_id: ids.project,
  name: 'Block C tower',
  address: 'Kingsmead Road',
  city: 'Bristol',
  postcode: 'BS1 6QS',
  latitude: 51.4493,
  longitude: -2.5833,
  site_contact_name: 'Sinéad Gallagher',
  site_contact_phone: '07700 900107',
  access_notes: 'Pedestrians by gate G2; vehicles by gate G1, booked 48 hours ahead.',
  emergency_assembly_point: 'Gate G2, beside the cycle store',
  nearest_hospital: 'Bristol Royal Infirmary',
  nearest_hospital_address: 'Upper Maudlin Street, Bristol BS2 8HW',
  ...envelope,
};

export const hazard: z.output<typeof hazardReply> = {
  id: ids.hazard,
  document_id: ids.document,
  name: 'Fall from the open slab edge',
  category: 'work_at_height',
  description: null,
  who_at_risk: null,
  who_at_risk_codes: ['operatives', 'public'],
  severity_before: 5,
  likelihood_before: 4,
  controls: [
    {
      id: '018f2f6a-0000-7000-8000-000000000053',
      description: 'Edge protection stays up until the panel is landed',
      hierarchy_level: 'engineering',
    },
    {
      id: '018f2f6a-0000-7000-8000-000000000056',
      description: 'Installers tied off in the basket',
      hierarchy_level: 'ppe',
      responsibility: 'Jordan Blake',
    },
  ],
  severity_after: 5,
  likelihood_after: 1,
  permit_type: 'work_at_height',
  residual_acceptance: null,
  ...envelope,
  position: 1,
  risk_before: 20,
  band_before: 'very_high',
  risk_after: 5,
  band_after: 'medium',
};

const document = {
  id: ids.document,
  title: 'Curtain walling, levels 3 to 9',
  document_type: 'rams',
  reference: 'HLC-2026-014-RAMS-0007',
  project_id: ids.project,
  site_id: ids.site,
  status: 'draft',
  version: 1,
  current_approved_version: null,
  ...envelope,
};

const exported: z.output<typeof exportReply> = {
  id: ids.export,
  document_id: ids.document,
  document_version: 1,
  format: 'pdf',
  content_hash: null,
  status: 'queued',
  requested_by: { id: ids.person, name: 'Priya Nair' },
  completed_at: null,
  pages: null,
  bytes: null,
  sha256: null,
  failure: null,
  ...envelope,
  download_url: null,
  expires_at: null,
};

const meta = { current_page: 1, per_page: 25, total: 1, last_page: 1, next_cursor: null };

/** By the name of the component. */
export const replyExamples: Readonly<Record<string, JsonObject>> = {
  Project: project,
  Site: site,
  Hazard: hazard,
  Document: {
    ...document,
    contractor_id: null,
    review_due_on: '2027-05-06',
    risk_matrix_id: null,
    powra: null,
    permit: null,
    content_hash: null,
    archived_from_status: null,
    review_rounds: [],
    editors: [],
    sections: [],
    hazards: [hazard],
    coshh_assessments: [],
    personnel: [],
  },
  DocumentSummaryList: { data: [document], meta },
  HazardList: { data: [hazard], meta },
  Export: exported,
  Webhook: {
    id: ids.webhook,
    url: 'https://hooks.example.com/sitefile',
    events: ['document.approved', 'signoff.recorded'],
    description: null,
    ordering: 'none',
    header_names: [],
    state: 'enabled',
    disabled_reason: null,
    disabled_note: null,
    consecutive_failures: 0,
    last_success_at: '2026-11-16T09:00:01.010Z',
    handover_until: null,
    created_at: '2026-11-16T08:14:05.120Z',
    updated_at: '2026-11-16T08:14:05.120Z',
    revision: 2,
  },
  MirrorStatus: {
    id: ids.mirror,
    state: 'following',
    last_sequence: 48_210,
    lag_records: 0,
    lag_seconds: 0,
    documents_written: 12_904,
    overruled: 0,
    last_overruled: null,
    left_out: 0,
    last_left_out: null,
    last_success_at: '2026-11-16T09:00:01.010Z',
    last_error: null,
    last_error_at: null,
    next_attempt_at: null,
  },
  Problem: {
    type: 'https://sitefile.example/problems/validation_failed',
    title: 'The request is not valid',
    status: 422,
    detail: '1 field needs attention.',
    instance: `/api/v1/documents/${ids.document}/hazards`,
    code: 'validation_failed',
    request_id: '018f2f6a-0000-7000-8000-0000000000aa',
    errors: [{ pointer: '#/severity_before', code: 'too_big', detail: 'must be 5 or less' }],
  },
};
