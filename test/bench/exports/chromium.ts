/** Headless Chromium printing the words, tables and signatures of an export. */
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright';
import { attachedFiles } from '../../../server/export/attached-file.ts';
import type { ExportInput } from '../../../server/export/input.ts';
import type { Block, Part } from '../../../server/export/model/blocks.ts';
import { buildModel } from '../../../server/export/model/build.ts';
import { findBrowser } from '../../kit/find-browser.ts';
import { middle } from '../table.ts';
import { treeMegabytes } from './memory.ts';
import { repeated, restMs } from './repeated.ts';

export async function measureChromium(input: ExportInput) {
  const html = pageOf(input);
  await using server = await closing(
    chromium.launchServer({ executablePath: await findBrowser(), args: ['--no-sandbox'] }),
  );
  const browser = await chromium.connect(server.held.wsEndpoint());
  const page = await browser.newPage();
  const print = async (): Promise<number> => {
    const start = performance.now();
    await page.setContent(html);
    await page.pdf({ format: 'A4', tagged: true, outline: true });
    return performance.now() - start;
  };
  const first = await print();
  const warm = middle(await repeated(print));
  await delay(restMs);
  return { first, warm, megabytes: treeMegabytes(server.held.process().pid ?? 0) };
}

async function closing<Held extends { close(): Promise<void> }>(opening: Promise<Held>) {
  const held = await opening;
  return { held, [Symbol.asyncDispose]: () => held.close() };
}

/** The blocks as plain HTML with the same words, tables and signatures. */
function pageOf(input: ExportInput): string {
  const { blocks } = buildModel(input, attachedFiles(input));
  const style =
    'body{font:9.8pt sans-serif}table{width:100%;border-collapse:collapse}td,th{border:1px solid #ccc;vertical-align:top}';
  return `<!doctype html><html lang="en-GB"><style>${style}</style><body>${blocks.map(blockOf).join('')}</body></html>`;
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escaped(block.title)}</h1><p>${escaped(block.identity)}</p>`;
    case 'heading':
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${escaped(block.runs.map(({ text }) => text).join(''))}</p>`;
    case 'list':
      return `<ul>${block.points.map((point) => `<li>${partOf(point)}</li>`).join('')}</ul>`;
    case 'callout':
      return `<div><h3>${escaped(block.title)}</h3>${block.parts.map(partOf).join('')}</div>`;
    case 'annex_page':
      return `<p>${escaped(block.words)}</p>`;
    case 'table': {
      const head = block.header
        ? `<thead><tr>${block.columns.map(({ title }) => `<th>${escaped(title)}</th>`).join('')}</tr></thead>`
        : '';
      const rows = block.rows.map(
        ({ cells }) => `<tr>${cells.map(({ parts }) => `<td>${parts.map(partOf).join('')}</td>`).join('')}</tr>`,
      );
      return `<table>${head}<tbody>${rows.join('')}</tbody></table>`;
    }
    case 'page_break':
      return '<div style="break-before:page"></div>';
    case 'contents':
      return '';
  }
}

function partOf(part: Part): string {
  if (part.kind === 'ink') {
    const lines = part.strokes.map(
      (stroke) => `<polyline points="${stroke.map((at) => at.join(',')).join(' ')}" fill="none" stroke="#124"/>`,
    );
    return `<svg viewBox="0 0 ${part.width} ${part.height}" height="34pt">${lines.join('')}</svg>`;
  }
  if (part.kind === 'chip') return `<b>${escaped(part.text)}</b>`;
  if (part.kind === 'signs') return `<p>${escaped(part.signs.map(({ name }) => name).join(', '))}</p>`;
  if (part.kind === 'signature_line') return `<p>______ ${escaped(part.label)}</p>`;
  if (part.kind === 'named_photo' || part.kind === 'picture' || part.kind === 'qr')
    return `<p>${escaped(part.alt)}</p>`;
  return `<div>${escaped(part.runs.map(({ text }) => text).join(''))}</div>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
