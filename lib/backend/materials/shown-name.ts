/** A name to show and to save under: no path, no control or direction characters, at most 100 characters. */
export function shownName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const plain = base
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .trim()
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - extension.length)].slice(0, 100 - extension.length).join('')
  return `${stem || 'file'}${extension}`
}
