import { Fragment } from 'react'
import styles from './manual.module.css'
import { ManualContents } from './manual-contents'
import { type Block, blocksOf, type Span } from './markdown'

const headings = ['h1', 'h2', 'h3', 'h4'] as const

/**
 * A document of ours as a page. Each heading is a place in it, by its text.
 *
 * @param text Markdown
 * @param pictures where its pictures are served, with a closing slash
 */
export function Manual({ title, text, pictures }: { title: string; text: string; pictures: string }) {
  const draw = (spans: readonly Span[]) =>
    spans.map((span) => {
      const key = `${span.kind} ${span.text}`
      switch (span.kind) {
        case 'image':
          return <img key={key} src={pictures + span.src} alt={span.text} loading="lazy" />
        case 'strong':
          return <strong key={key}>{span.text}</strong>
        case 'code':
          return <code key={key}>{span.text}</code>
        // Links of the source tree lead nowhere in the console; the others leave it.
        case 'link':
          return /^https?:\/\//.test(span.href) ? (
            <a key={key} href={span.href} target="_blank" rel="noreferrer">
              {span.text}
            </a>
          ) : (
            <Fragment key={key}>{span.text}</Fragment>
          )
        default:
          return <Fragment key={key}>{span.text}</Fragment>
      }
    })

  const block = (item: Block) => {
    if (item.kind === 'heading') {
      const Heading = headings[item.level - 1] ?? 'h4'
      return <Heading id={item.spans.map(({ text }) => text).join('')}>{draw(item.spans)}</Heading>
    }
    if (item.kind === 'paragraph') return <p>{draw(item.spans)}</p>
    const List = item.ordered ? 'ol' : 'ul'
    return (
      <List>
        {item.items.map((spans) => (
          <li key={JSON.stringify(spans)}>{draw(spans)}</li>
        ))}
      </List>
    )
  }
  const blocks = blocksOf(text)
  const parts = blocks.flatMap((item) =>
    item.kind === 'heading' && item.level === 2 ? item.spans.map(({ text }) => text).join('') : [],
  )
  return (
    <article className={styles.manual} aria-label={title}>
      {blocks.map((item) => (
        <Fragment key={JSON.stringify(item)}>
          {block(item)}
          {item === blocks[0] && <ManualContents headings={parts} />}
        </Fragment>
      ))}
    </article>
  )
}
