/** The logo of the organisation, in the head of page one. */
import type { Picture } from './scaled-photos.ts';
import type { DocumentModel } from './model/blocks.ts';

export function withLogo(model: DocumentModel, logo: Picture | null): DocumentModel {
  if (!logo) return model;
  return { ...model, blocks: model.blocks.map((block) => (block.kind === 'title' ? { ...block, logo } : block)) };
}

/** Points of a side within a box, in the shape of the picture. */
export function sizeWithin({ width, height }: Picture, mostWidth: number, mostHeight: number) {
  const scale = Math.min(mostWidth / width, mostHeight / height);
  return { width: width * scale, height: height * scale };
}
