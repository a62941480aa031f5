/** The pages of app/, as URLs. */

export type Page = {
  file: string
  /** `/record/:variant`; an optional catch-all is `:name?`. */
  path: string
}

/** Reads the URL of each page.tsx from its folder; the catch-all of the server's menu belongs to no route. */
export function pagesOf(files: readonly string[]): Page[] {
  return files
    .filter((file) => /^app\/(.*\/)?page\.tsx$/.test(file) && !/\/\[\.\.\.\w+\]\//.test(file))
    .map((file) => ({ file, path: urlOf(file) }))
}

function urlOf(file: string): string {
  const segments = file
    .split('/')
    .slice(1, -1)
    .filter((segment) => !/^\(.*\)$/.test(segment))
    .map((segment) => segment.replace(/^\[\[\.\.\.(\w+)\]\]$/, ':$1?').replace(/^\[(\w+)\]$/, ':$1'))
  return `/${segments.join('/')}`
}

/** True where a page answers a route: the same path, or a `[param]` of the page in the place of a fixed segment. */
export function answers(page: Page, routePath: string): boolean {
  if (page.path === routePath) return true
  const own = page.path.split('/')
  const wanted = routePath.split('/')
  return own.length === wanted.length && own.every((part, i) => part === wanted[i] || /^:\w+$/.test(part))
}

const pathLiteral = /(['"`])(\/[A-Za-z0-9][^'"`\s]*)\1/g

/** Comments that begin a line; what they say is for people. */
const comments = /^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm

/** Internal URLs written by hand in a text, with their place in it. */
export function handWrittenUrls(text: string, isRoute: (path: string) => boolean) {
  const code = text.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '))
  return Array.from(code.matchAll(pathLiteral), ({ 2: url = '', index }) => ({ url, index })).filter(
    ({ url }) => isRoute(url.replace(/\$\{.*$/, 'x')),
  )
}
