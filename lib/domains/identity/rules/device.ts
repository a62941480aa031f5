/** Browser and system of a user agent, in the words people know them by. */

type Pattern = readonly [name: string, pattern: RegExp]

/** The first that matches: most browsers name those they descend from as well. */
const browsers: readonly Pattern[] = [
  ['微信', /MicroMessenger\/([\d.]+)/],
  ['Edge', /(?:Edg|EdgA|EdgiOS|Edge)\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['QQ浏览器', /(?:QQBrowser|MQQBrowser)\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:HeadlessChrome|Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari\//],
]

const systems: readonly Pattern[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
]

/**
 * `Chrome 140 · Windows`: name and main version of the browser, and the system. What is not known is left out; empty
 * for a text that says neither.
 */
export function deviceOf(userAgent: string): string {
  const browser = firstOf(browsers, userAgent)
  const system = firstOf(systems, userAgent)
  return [browser, system].filter(Boolean).join(' · ')
}

function firstOf(patterns: readonly Pattern[], text: string): string {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(text)
    if (!found) continue
    const major = found[1]?.split('.', 1)[0]
    return major ? `${name} ${major}` : name
  }
  return ''
}
