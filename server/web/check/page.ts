/** The public check page in words: what a person at the gate reads who has scanned a print. */
import { spacedCode } from '../../base/check-url.ts';
import { timeOf } from '../../export/model/words.ts';
import type { CheckStatus, Found } from './found.ts';
import { html, nothing, type Html } from './html.ts';

type Tone = 'safe' | 'stop' | 'care' | 'act';

interface Verdict {
  readonly tone: Tone;
  readonly title: string;
  readonly words: string;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
}

/** `at` = when it was looked up, RFC 3339. */
export function foundPage(found: readonly Found[], at: string): Page {
  const [first] = found;
  const titles = new Set(found.map((each) => verdictOf(each).title));
  return {
    title: first && titles.size === 1 ? verdictOf(first).title : 'Several prints have this code',
    body: html`${found.map((each) => html`<article>${verdict(verdictOf(each))} ${facts(each, at)}</article>`)}`,
  };
}

export function unknownPage(): Page {
  const title = 'Not a version that was approved here';
  return {
    title,
    body: html`${verdict({
        tone: 'care',
        title,
        words: 'Do not work to this print. Ask the person in charge for the version in force.',
      })}
      <p>
        No approved version known to this server has the code of this print. It may have been changed, be a draft, or
        come from elsewhere. If you typed the code, look at each digit again.
      </p>
      ${codeForm('Type the code again')}`,
  };
}

export function askPage(): Page {
  const title = 'Check a print';
  return {
    title,
    body: html`<div class="ask">
      <h1>${title}</h1>
      <p class="lead">
        Scan the QR code on the first page of the print, or type the code beside it: sixteen digits and letters a to f.
      </p>
      ${codeForm('Code of the print')}
    </div>`,
  };
}

export function tooManyPage(seconds: number): Page {
  const title = 'Too many checks at once';
  const words = `This address has asked very often. Wait ${seconds} seconds, then load the page again.`;
  return { title, body: verdict({ tone: 'care', title, words }) };
}

function codeForm(label: string): Html {
  return html`<form action="/v" method="get">
    <label for="h">${label}</label>
    <div class="line">
      <input autocapitalize="off" autocomplete="off" id="h" maxlength="60" name="h" required spellcheck="false" />
      <button>Check</button>
    </div>
  </form>`;
}

const statusWords: Readonly<Record<CheckStatus, string>> = {
  in_force: 'In force',
  superseded: 'Superseded',
  withdrawn: 'Withdrawn',
  archived: 'Archived',
};

function verdictOf({ status, version, version_in_force: inForce }: Found): Verdict {
  const ask = inForce === null ? 'Ask the person in charge.' : `Ask for version ${inForce}.`;
  switch (status) {
    case 'in_force':
      return { tone: 'safe', title: 'In force', words: `Version ${version} is the one to work to.` };
    case 'superseded':
      return {
        tone: 'stop',
        title: inForce === null ? 'Superseded' : `Superseded by version ${inForce}`,
        words: `Do not work to this print. ${ask}`,
      };
    case 'withdrawn':
      return { tone: 'stop', title: 'Withdrawn', words: `Do not work to this print. ${ask}` };
    case 'archived':
      return { tone: 'stop', title: 'Archived', words: 'This document is no longer used. Do not work to this print.' };
  }
}

const icons: Readonly<Record<Tone, string>> = { safe: 'tick', stop: 'stop', care: 'care', act: 'care' };

function verdict({ tone, title, words }: Verdict): Html {
  return html`<div class="verdict on-${tone}">
    <svg aria-hidden="true" height="40" width="40"><use href="#${icons[tone]}" /></svg>
    <div>
      <h1>${title}</h1>
      <p>${words}</p>
    </div>
  </div>`;
}

function facts(found: Found, at: string): Html {
  const { reference, version, status, title, organisation, timezone } = found;
  const tone = status === 'in_force' ? 'safe' : 'stop';
  return html`<div class="paper">
    <span class="plate">
      <span><bdi>${reference ?? 'No reference'}</bdi></span
      ><span>v${version}</span>
      <span class="on-${tone}">${statusWords[status]}</span>
    </span>
    <h2><bdi>${title}</bdi></h2>
    ${compared(found)}
    <dl>
      <div>
        <dt>Organisation</dt>
        <dd><bdi>${organisation}</bdi></dd>
      </div>
      <div>
        <dt>Approved</dt>
        <dd>${timeOf(found.approved_at, timezone)}</dd>
      </div>
      ${
        found.superseded_at === null
          ? nothing
          : html`<div>
              <dt>Replaced</dt>
              <dd>${timeOf(found.superseded_at, timezone)}</dd>
            </div>`
      }
      <div>
        <dt>Code</dt>
        <dd class="code">${spacedCode(found.code)}</dd>
      </div>
      <div>
        <dt>Checked</dt>
        <dd>${timeOf(at, timezone)}</dd>
      </div>
    </dl>
  </div>`;
}

/** Whether the print is of the content that was approved. */
function compared({ is_version_named: isNamed, version }: Found): Html {
  return isNamed
    ? html`<p>
        The code of this print is that of the content approved as version ${version}. Compare reference and title too.
      </p>`
    : html`<p class="note">
        The address on this print names another version, but its code is that of version ${version}. Ask the person in
        charge.
      </p>`;
}
