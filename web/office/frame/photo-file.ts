/** The file of a photo or a sheet, read like everything else, as the user who is signed in. */
import { useEffect, useState } from 'preact/hooks';
import { rest, wordsOf } from '../base/server.ts';

interface PhotoFile {
  /** Null until it is here. */
  readonly url: string | null;
  /** A PDF, which is opened by the reader's own program. */
  readonly isSheet: boolean;
  readonly failure: string;
}

const none: PhotoFile = { url: null, isSheet: false, failure: '' };

export function usePhotoFile(id: string): PhotoFile {
  const [file, setFile] = useState(none);
  useEffect(() => {
    let url = '';
    let isGone = false;
    const show = (content: Blob): void => {
      url = URL.createObjectURL(content);
      setFile({ url, isSheet: content.type === 'application/pdf', failure: '' });
    };
    rest.getPhoto({ photo: id }).then(
      (content) => isGone || show(content),
      (error: unknown) => isGone || setFile({ ...none, failure: wordsOf(error) }),
    );
    return () => {
      isGone = true;
      URL.revokeObjectURL(url);
      setFile(none);
    };
  }, [id]);
  return file;
}
