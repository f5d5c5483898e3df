/** The states of documents that count: an archived one is in no figure. */
export const unarchived = ['draft', 'pending_review', 'approved'];
