/** Waits until the server has made a file that was asked for, then saves it like any download. */
import { isLater } from '../../../client-sdk/base/later.ts';
import { Problem } from '../../../shared/model/problem.ts';

interface File {
  readonly id: string;
  readonly status: 'queued' | 'completed' | 'failed';
  readonly download_url: string | null;
  readonly failure: { readonly message: string } | null;
}

/** Most files take less than two seconds. */
export const askEveryMs = 700;
/** Answers in a row that may be lost: the file is being made all the same, and a second one is not wanted. */
const mostLost = 5;

export async function saveFile(asked: File, read: (id: string) => Promise<File>): Promise<void> {
  let file = asked;
  let lost = 0;
  while (file.status === 'queued') {
    await new Promise((done) => setTimeout(done, askEveryMs));
    try {
      file = await read(file.id);
      lost = 0;
    } catch (error) {
      if (!isLater(error) || ++lost > mostLost) throw error;
    }
  }
  if (!file.download_url) throw new Problem('conflict', file.failure?.message ?? 'The file was not made.');
  location.assign(file.download_url);
}
