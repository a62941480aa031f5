/** Which part of the catalogue each file may speak from: a browser has the parts of the page that it shows. */
import type { SourceFile } from './source-tree.ts'

export type Parts = Readonly<Record<'frame' | 'business' | 'administration', readonly string[]>>

/** Where administration is drawn, and the rules that speak its words there. */
const administration =
  /^(app\/\(console\)\/sys\/|components\/(oversight|sys)\/|lib\/i18n\/audit-words|lib\/rules\/)/

/** What may be drawn without a page of the business around it. */
const frame =
  /^(app\/\w[\w.-]*$|app\/\(console\)\/(layout|wel)|app\/\(public\)\/(?!collectUserInformation)|components\/(shell|softphone|ui|captcha)\/|lib\/client\/)/
/** The palette speaks of orders; its overlay brings the words along. */
const withOwnWords = /^components\/shell\/use-palette-groups\.tsx$/

const comments = /^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm

/** What is wrong with the keys that a file of the browser names; `parts` are the namespaces of each part. */
export function wordProblems({ path, text }: SourceFile, parts: Parts): string[] {
  if (!/^(app|components|lib\/(client|rules|i18n))\//.test(path)) return []
  // Server files have the whole catalogue.
  if (/\/(page|layout|route)\.tsx?$/.test(path)) return []
  const code = text.replace(comments, '')
  const keys = Array.from(code.matchAll(/['"`](\w+)\.[\w$]/g), ([, namespace = '']) => namespace)
  const named = (some: readonly string[]) => new Set(keys.filter((namespace) => some.includes(namespace)))
  const foreign = [
    ...(administration.test(path) ? [] : named(parts.administration)),
    ...(frame.test(path) && !withOwnWords.test(path) ? named(parts.business) : []),
  ]
  return foreign.map((namespace) => `${path} says ${namespace}.…, which its page has not loaded`)
}
