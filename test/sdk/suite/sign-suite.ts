/** Signing on a shared tablet: bound to a version, sealed and chained, online or offline. */
import { expect, test } from 'vitest';
import { attestationOf, sealOf } from '../../../shared/crypto/attestation.ts';
import { contentHash } from '../../../shared/crypto/sha256.ts';
import { ink } from '../support/ink.ts';
import { approvedDocument } from '../support/site-day.ts';
import { nowhere, openSite, type Ground } from './site.ts';

const jan = { name: 'Jan Kowalski', language: 'pl-PL' };

export function sign(ground: Ground): void {
  test('[DV25] the sign-offs of a tablet form a chain of seals, also over a restart', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const device = await site.device({ place });
    const { documentId } = await approvedDocument(device);
    const [first, second] = await Promise.all(
      ['Jan', ' Ola '].map((name) => device.sign({ document_id: documentId, worker: { name }, signature: ink() })),
    );
    await device.close();
    const again = await site.device({ place, ...nowhere });
    const third = await again.sign({ document_id: documentId, worker: jan, signature: ink() });
    await again.close();
    const online = await site.device({ place });
    expect(await online.sync()).toMatchObject({ pushed: 3, refused: 0 });

    let previous: string | null = null;
    for (const id of [first, second, third]) {
      const signoff = await online.signoffs.get(id ?? '');
      if (!signoff?.integrity) throw new Error('not sealed');
      expect(signoff.integrity.previous_on_device ?? null).toBe(previous);
      expect(signoff.integrity.payload_hash).toBe(sealOf(attestationOf(signoff), previous));
      previous = signoff.integrity.payload_hash;
    }
  });

  test('[DV26] a sign-off is bound to the briefed version, with the worker’s language', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId, hazardId } = await approvedDocument(device);
    await device.act('document', documentId, 'revise');
    await device.hazards.patch(hazardId, { name: 'Something else in the draft' });
    const briefing = await device.brief(documentId, 'pl');
    expect(briefing).toMatchObject({
      version: 1,
      title: 'Glulam lift',
      content: { hazards: [{ name: 'Falling load', position: 1 }] },
    });
    expect(await device.approvedVersion(documentId)).toMatchObject({ version: 1, content_hash: briefing.content_hash });

    const id = await device.sign({
      document_id: documentId,
      worker: jan,
      signature: ink(),
      capture: { method: 'supervisor_device' },
    });
    const signoff = await device.signoffs.get(id);
    expect(signoff).toMatchObject({
      document_version: 1,
      content_hash: briefing.content_hash,
      statement: briefing.statement,
      status: 'recorded',
      currency: 'current',
      unsent: true,
      signature: { kind: 'ink_vector', format: 'ink-v1' },
      capture: {
        method: 'supervisor_device',
        device_label: 'Block C tablet 1',
        identity_assurance: 'supervisor_attested',
      },
    });
    expect(signoff?.statement?.language).toBe('pl');
    expect((await device.brief(documentId, 'yo')).statement.language).toBe('en');
  });

  test('[DV27] a sign-off of an earlier version is accepted, and says so', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const ann = await site.device();
    const { documentId, hazardId } = await approvedDocument(tom);
    await ann.sync();
    await tom.act('document', documentId, 'revise');
    await tom.hazards.patch(hazardId, { name: 'Falling beam' });
    await tom.submitForReview(documentId);
    await tom.act('document', documentId, 'approve');
    await tom.sync();
    const late = await ann.sign({ document_id: documentId, worker: jan, signature: ink() });
    expect(await ann.signoffs.get(late)).toMatchObject({ document_version: 1, currency: 'current' });
    await ann.sync();
    expect(await ann.signoffs.get(late)).toMatchObject({ document_version: 1, currency: 'superseded', unsent: false });
    const early = await ann.sign({ document_id: documentId, version: 1, worker: { name: 'Ola' }, signature: ink() });
    expect(await ann.signoffs.get(early)).toMatchObject({ document_version: 1, currency: 'superseded' });
    expect(await ann.signoffs.find({ document_id: documentId })).toHaveLength(2);
  });

  test('[DV28] too little ink or no reason fails at once, and leaves no gap in the chain', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId } = await approvedDocument(device);
    const dot = { kind: 'ink_vector' as const, strokes: [[[1, 1, 0]]] };
    await expect(device.sign({ document_id: documentId, worker: jan, signature: dot })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(device.sign({ document_id: documentId, worker: jan })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const declined = await device.sign({
      document_id: documentId,
      worker: jan,
      declined: { reason: 'Wants to talk to the union first' },
    });
    expect(await device.signoffs.get(declined)).toMatchObject({
      status: 'declined',
      integrity: { previous_on_device: null },
    });
  });

  test('[SO16] a tablet’s statement is accepted in every language, unless its hash differs', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const { documentId } = await approvedDocument(device);
    const { statement } = await device.brief(documentId, 'en');
    const not = { ...statement, text: 'I was NOT briefed.' };
    const by = (worker: { name: string; language?: string }, words?: typeof not) =>
      device.sign({ document_id: documentId, worker, signature: ink(), ...(words ? { statement: words } : {}) });
    await expect(by({ name: 'Tom' }, not)).rejects.toMatchObject({
      code: 'integrity_mismatch',
      errors: [{ pointer: '#/statement/text_hash' }],
    });
    const languages = ['en', 'pl', 'ro', 'bg', 'pt', 'pa', 'yo'];
    for (const language of languages) await by({ name: `Worker ${language}`, language });
    await by({ name: 'Ewa' }, { ...not, text_hash: contentHash(not.text) });
    expect(await device.sync()).toMatchObject({ pushed: languages.length + 1, refused: 0 });
    expect(new Set((await device.signoffs.find()).map((signoff) => signoff.statement?.language))).toEqual(
      new Set(languages.filter((language) => language !== 'yo')),
    );
  });
}
