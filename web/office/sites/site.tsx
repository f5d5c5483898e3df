/** One site: how to get there and whom to call, what to do in an emergency, and its photos. */
import { useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { atTime } from '../base/times.ts';
import { Photos } from '../frame/photos.tsx';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { SiteDialog } from './add-place.tsx';
import { ArchiveSite } from './archive-site.tsx';

/** More are in the pack of the project. */
const mostPhotos = 24;

export function Site({ id }: { readonly id: string }) {
  const read = useLive(`site ${id}`, () => rest.getSite({ site: id }));
  const photos = useLive(`photos of site ${id}`, () =>
    rest.listSitePhotos({ site: id, query: { per_page: String(mostPhotos) } }),
  );
  const [open, setOpen] = useState<'edit' | 'archive' | null>(null);
  const close = (): void => {
    setOpen(null);
    read.again();
  };
  const mayWrite = useMay('projects:write');
  return (
    <Screen
      actions={
        read.value && (
          <>
            <ButtonLink href={`/office/documents?site=${id}`} icon="file-text">
              Documents
            </ButtonLink>
            {mayWrite && (
              <>
                <Button onClick={() => setOpen('archive')}>
                  {read.value.status === 'archived' ? 'Restore' : 'Archive'}
                </Button>
                <Button icon="pen-line" onClick={() => setOpen('edit')}>
                  Edit
                </Button>
              </>
            )}
          </>
        )
      }
      before={<WayBack name="Sites" to="/office/sites" />}
      title={read.value?.name ?? 'Site'}
    >
      <Shown of={read}>
        {(site) => (
          <>
            {site.status === 'archived' && (
              <Notice>
                This site is archived: nothing new begins here, and tablets do not offer it. What was recorded stays
                readable.
              </Notice>
            )}
            <SiteFacts site={site} />
            {open === 'archive' && <ArchiveSite onClose={close} site={site} />}
            {open === 'edit' && <SiteDialog onClose={close} project={site.project_id} site={site} />}
          </>
        )}
      </Shown>
      <Panel count={photos.value?.meta.total ?? ''} title="Photos">
        <Shown of={photos}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="camera" title="No photos of this site." />
            ) : (
              <div class="pad">
                <Photos
                  of={read.value?.name ?? 'the site'}
                  photos={data.map(({ id: photo, file_name: name, created_at: at }) => ({
                    id: photo,
                    name,
                    alt: `Photo of ${read.value?.name ?? 'the site'}, ${atTime(at)}`,
                    caption: atTime(at),
                  }))}
                />
              </div>
            )
          }
        </Shown>
      </Panel>
    </Screen>
  );
}

function SiteFacts({ site }: { readonly site: Awaited<ReturnType<typeof rest.getSite>> }) {
  return (
    <Panel title="The site">
      <Facts
        facts={[
          ['Address', [site.address, site.city, site.postcode].filter(Boolean).join(', ')],
          ['Contact', [site.site_contact_name, site.site_contact_phone].filter(Boolean).join(', ')],
          ['Access', site.access_notes],
          ['Assembly point', site.emergency_assembly_point],
          ['Nearest hospital', [site.nearest_hospital, site.nearest_hospital_address].filter(Boolean).join(', ')],
        ]}
      />
    </Panel>
  );
}
