/** What a new document can start from: each type with the sections that it begins with. */
import templates from '../../../shared/reference/document-templates.json' with { type: 'json' };
import sectionTypes from '../../../shared/reference/section-types.json' with { type: 'json' };
import { Icon } from '../../ui/icon.tsx';
import { documentTypes } from './types.ts';

const titles = new Map(sectionTypes.map(({ value, label }) => [value, label]));
const mostNamed = 3;

/** `hrefOf` = where a type leads to; `chosen` = the one that is open. */
export function TemplateList({
  hrefOf,
  chosen,
}: {
  readonly hrefOf: (type: string) => string;
  readonly chosen?: string;
}) {
  return (
    <ul class="rows">
      {documentTypes.map(([type, word]) => {
        const sections = templates[type].map(({ section_type: each }) => titles.get(each) ?? each);
        return (
          <li aria-current={type === chosen ? 'true' : undefined} key={type}>
            <Icon name="layers" size={20} />
            <span class="main">
              <a class="title" href={hrefOf(type)}>
                {word}
              </a>
              <span class="second">
                {sections.length} sections: {sections.slice(0, mostNamed).join(', ')}
                {sections.length > mostNamed && ' and more'}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
