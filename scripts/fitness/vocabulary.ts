/** The closed vocabulary of file names (architecture.md). */

const banned = /(^|-)(utils?|helpers?|common|misc)$/
/** A language, and what Jest calls the folder beside a test. */
const foreign = new Set(['zh-CN', '__snapshots__'])
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const routeFiles = /^(page|screen|layout|not-found|error|global-error|loading)\.tsx$|^route\.ts$/
/** Everything that gathers a table or is a package's door; every other index.ts would only hide where things are. */
const gathering = /^lib\/i18n\/messages\/[\w-]+\/index\.ts$/

/**
 * The faults of a file's name, as a sentence that says what to do; undefined when nothing is.
 * @param path relative to the project, with `/`
 */
export function nameProblem(path: string): string | undefined {
  const segments = path.split('/')
  const file = segments.at(-1) ?? ''
  const [stem = ''] = file.split('.')
  const code = /\.(tsx?|mjs|css)$/.test(file)

  if (segments.some((segment) => banned.test(segment.split('.')[0] ?? ''))) {
    return `${path}: name it after what it does; utils, helpers, common and misc say nothing.`
  }
  if (code && !kebab.test(stem)) return `${path}: file names are kebab-case.`
  if (stem === 'index' && code && !gathering.test(path) && !path.startsWith('app/')) {
    return `${path}: no barrels; import the file itself.`
  }
  if (path.startsWith('app/') && code && !isRouteFile(path, file)) {
    return `${path}: app/ holds pages, screens, layouts and handlers; parts of one route belong in its _parts/, others in components/.`
  }
  if (/^(components|lib|scripts|bench)\//.test(path)) {
    const folder = segments.slice(1, -1).find((segment) => !kebab.test(segment) && !foreign.has(segment))
    if (folder) return `${path}: the folder ${folder} is not kebab-case.`
  }
  return undefined
}

function isRouteFile(path: string, file: string): boolean {
  if (path === 'app/global.css' || path.includes('/_parts/')) return true
  return routeFiles.test(file) || /\.module\.css$|\.(test|fixture)\.tsx?$/.test(file)
}
