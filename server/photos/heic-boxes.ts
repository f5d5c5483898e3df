/** The boxes of an ISO base media file (ISO/IEC 14496-12), each a size, a name and content. */
import { damaged } from './cleaned.ts';

export interface BoxPlace {
  readonly name: string;
  readonly nameAt: number;
  /** Of the content. */
  readonly start: number;
  readonly end: number;
}

/** All boxes between two positions; the list stays valid while contents are overwritten. */
export function boxesIn(bytes: Buffer, from: number, to: number): BoxPlace[] {
  const boxes: BoxPlace[] = [];
  let at = from;
  while (at + 8 <= to) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = short === 0 ? to - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    const head = isLong ? 16 : 8;
    if (size < head || at + size > to) throw damaged();
    boxes.push({
      name: bytes.toString('latin1', at + 4, at + 8),
      nameAt: at + 4,
      start: at + head,
      end: at + size,
    });
    at += size;
  }
  return boxes;
}
