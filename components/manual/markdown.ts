/** The few forms of Markdown that our documents use, as a tree for the page to draw. */

export type Span =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'image'; text: string; src: string }

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }

const inline = /!\[([^\]]*)\]\(([^)\s]+)\)|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|`([^`]+)`/g

/** The spans of one line of text. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of text.matchAll(inline)) {
    const [whole, alt = '', src, label = '', href, strong, code] = match
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + whole.length
    if (src !== undefined) spans.push({ kind: 'image', text: alt, src })
    else if (href !== undefined) spans.push({ kind: 'link', text: label, href })
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong })
    else spans.push({ kind: 'code', text: code ?? '' })
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}

/** The blocks of a document: headings, paragraphs, lists. Lines that follow each other are one paragraph. */
export function blocksOf(document: string): Block[] {
  const blocks: Block[] = []
  let open: string[] = []
  const endParagraph = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', spans: spansOf(open.join(' ')) })
    open = []
  }
  for (const line of document.split(/\r?\n/)) {
    const [, hashes, title = ''] = /^(#{1,4}) (.+)$/.exec(line) ?? []
    const [, mark, item = ''] = /^(-|\d+\.) (.+)$/.exec(line) ?? []
    if (hashes) {
      endParagraph()
      blocks.push({ kind: 'heading', level: hashes.length, spans: spansOf(title) })
    } else if (mark) {
      endParagraph()
      const ordered = mark !== '-'
      const last = blocks.at(-1)
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(spansOf(item))
      else blocks.push({ kind: 'list', ordered, items: [spansOf(item)] })
    } else if (line.trim() === '') endParagraph()
    else open.push(line.trim())
  }
  endParagraph()
  return blocks
}
