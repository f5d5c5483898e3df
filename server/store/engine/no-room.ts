/** Whether a write failed because the disk is full or a disk quota is exceeded (contract rules SY58, SY59). */
import { saysNoRoom } from '../../../shared/base/no-room.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: disk_full. */
const postgresFull = '53100';

export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && (saysNoRoom(error) || ('code' in error && error.code === postgresFull));
}
