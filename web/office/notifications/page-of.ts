/** Where a notification leads, by what it is about. */

const pages: Readonly<Record<string, (id: string) => string>> = {
  document: (id) => `documents/${id}`,
  signoff: () => 'signoffs',
  permit: (id) => `permits/${id}`,
  incident: (id) => `incidents/${id}`,
  conflict: (id) => `settle/${id}`,
  worker: (id) => `people/${id}`,
  contractor_submission: (id) => `contractors/submissions/${id}`,
  webhook: (id) => `settings/webhooks/${id}`,
  passkey: () => 'settings/sign-in',
};

/** Null = there is no page of it. @param type `resource_type` of the notification */
export function pageOf(type: string, id: string): string | null {
  const page = Object.hasOwn(pages, type) ? pages[type]?.(id) : undefined;
  return page === undefined ? null : `/office/${page}`;
}
