/** The way in which a PDF writes dictionaries and strings. Source: ISO 32000-2, 7.3. */

const nameAt = /\/[^\0\s/<>[\]()%{}]*/y

/** The names in a dictionary and where it ends, strings and comments passed over. */
export function dictionaryAt(text: string, start: number): { names: ReadonlySet<string>; end: number } {
  const names = new Set<string>()
  let at = start
  for (let depth = 0; at < text.length; ) {
    const sign = text[at]
    if (sign === '(') at = behindString(text, at)
    else if (sign === '%') at = behind(text, /[\r\n]/g, at)
    else if (text.startsWith('<<', at)) {
      depth++
      at += 2
    } else if (text.startsWith('>>', at)) {
      depth--
      at += 2
      if (depth === 0) break
    } else if (sign === '<') at = behind(text, />/g, at)
    else if (sign === '/') {
      nameAt.lastIndex = at
      const [name = '/'] = nameAt.exec(text) ?? []
      names.add(
        name.slice(1).replace(/#([\dA-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      )
      at += name.length
    } else at++
  }
  return { names, end: at }
}

function behind(text: string, sign: RegExp, from: number): number {
  sign.lastIndex = from
  return sign.test(text) ? sign.lastIndex : text.length
}

/** Strings lie in one another; a parenthesis behind a backslash is text. */
export function behindString(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}
