import { projectPath, resolveFile, type SourceFile } from './source-tree.ts'

/** One row of "Who may import whom" (architecture.md). Paths and packages are matched from their beginning. */
type Layer = {
  files: RegExp
  /** Project paths beside the layer's own files. */
  may: RegExp
  /** Packages it never imports. */
  neverPackages?: RegExp
  /** The only packages it imports. */
  onlyPackages?: RegExp
  /** The place of the code that needs more. */
  instead: string
}

/** Everything that every side of the wire has: rules, the contracts and their index. */
const wire =
  'rules/|platform/contract/|platform/\\w+/(rules/|contract(?![\\w-]))|domains/(endpoints\\b|[\\w-]+/(rules/|contract(?![\\w-])))'
const words = 'i18n/|domains/[\\w-]+/words\\b'
const shared = `lib/(client/|routes\\b|${words}|${wire})`
const frameworks = /^(next|react|react-dom|@mui|@emotion|@tanstack)(\/|$)/

/** The first row whose `files` match counts. */
export const layers: readonly Layer[] = [
  {
    files: /^middleware\.ts$/,
    may: new RegExp(`^lib/(bff/|routes\\b|env\\b|${wire})`),
    instead: 'middleware only redirects; what fetches or decides about data belongs in lib/bff/door.ts',
  },
  {
    files: /^server\.ts$/,
    may: new RegExp(`^lib/(bff/|routes\\b|env\\b|${wire})`),
    neverPackages: /^(react|react-dom|@mui)(\/|$)/,
    instead: 'server.ts only listens; what it needs to know belongs in lib/bff',
  },
  {
    files: /^app\/nlos\//,
    may: new RegExp(`^lib/(bff/|${wire})`),
    instead: 'the route handler only adapts the door; its decisions belong in lib/bff/door.ts',
  },
  {
    files: /^app\//,
    may: new RegExp(`^(app/|components/|lib/(bff/|screens\\b|menu-icons\\b)|${shared})`),
    instead: 'a page reaches data through lib/client in the browser and lib/bff on the server',
  },
  {
    files: /^components\/ui\//,
    // The note of errors is the page's: a part that fails is left out and noted, whatever it was.
    may: /^lib\/(i18n|client\/error-log)\b/,
    instead: 'ui knows no domain and no API: give it a prop, or move the part to components/<domain>/',
  },
  {
    files: /^components\/(list|detail|form|verb)\//,
    may: new RegExp(
      `^(components/(ui|list|detail|form|verb)/|lib/(client/|${words}|domains/(endpoints|[\\w-]+/contract)(?![\\w-])|platform/contract/|platform/\\w+/contract(?![\\w-])|platform/(bulk|exports)/rules/|rules/(fields|clean-value|iso-date)\\b))`,
    ),
    instead: 'a kit knows no domain: give it a slot, or move the part to components/<domain>/',
  },
  {
    files: /^components\/(review|risk-approval|loan|order-entry)\//,
    // An entry, a review and a loan are of an order: they show what the pages of an order show.
    may: new RegExp(`^(components/(ui|list|detail|form|verb|materials|relations|evidence|order)/|${shared})`),
    instead:
      'what an entry, a review or a loan and another domain share belongs in a kit or in components/order',
  },
  {
    files: /^components\//,
    // Pictures, evidence and relations of an order are entered, reviewed and archived: domains that others may show.
    may: new RegExp(`^(components/(ui|list|detail|form|verb|materials|relations|evidence)/|${shared})`),
    instead:
      'what two domains share belongs in a kit or in components/ui; what needs the server belongs in app or lib/bff',
  },
  {
    files: /^lib\/(domains\/[\w-]+|platform(\/\w+)?)\/contract(\/|\.ts$)/,
    may: new RegExp(`^lib/(${wire})`),
    onlyPackages: /^zod$/,
    instead: 'a contract runs anywhere: what is computed belongs in the rules of its domain',
  },
  {
    files: /^lib\/domains\/endpoints\.ts$/,
    may: new RegExp(`^lib/(${wire})`),
    onlyPackages: /^zod$/,
    instead: 'the index of the contracts only gathers them',
  },
  {
    files: /^lib\/(rules|domains\/[\w-]+\/rules|platform\/\w+\/rules)\//,
    may: /^lib\/(rules|domains\/[\w-]+\/rules|platform\/\w+\/rules)\//,
    onlyPackages: /^(zod|decimal\.js|date-fns(\/\w+)?|@date-fns\/utc)$/,
    instead: 'a rule is a pure function: pass what it needs as an argument',
  },
  {
    files: /^lib\/(routes|i18n|domains\/[\w-]+\/words)\b/,
    may: new RegExp(`^lib/(routes\\b|${words}|${wire})`),
    instead: 'routes and texts are tables: what uses them belongs in lib/client, lib/bff or components',
  },
  {
    files: /^lib\/(screens|menu-icons)\.ts$/,
    // A screen is opened by who may make its call, and an icon that does not exist does not compile.
    may: new RegExp(`^lib/(routes\\b|menu-icons\\b|${wire})`),
    instead:
      'the rows of the screens are a table: what uses them belongs in lib/bff, or in the seed of the menu',
  },
  {
    files: /^lib\/env\.ts$/,
    may: /^(?!)/,
    onlyPackages: /^(zod|node:.*)$/,
    instead: 'the environment is only read and checked here',
  },
  {
    files: /^lib\/client\//,
    may: new RegExp(`^lib/(routes\\b|${words}|${wire})`),
    instead: 'the browser knows only the door: what needs the server belongs in lib/bff',
  },
  {
    files: /^lib\/bff\/upstream\.ts$/,
    // Its type alone; at run time it is imported natively, out of sight of a bundler.
    may: new RegExp(`^lib/(routes\\b|env\\b|domains/open-backend\\b|${words}|${wire})`),
    instead: 'the backend is one upstream behind its open-backend.ts',
  },
  {
    files: /^lib\/bff\//,
    may: new RegExp(`^lib/(routes\\b|screens\\b|menu-icons\\b|env\\b|${words}|${wire})`),
    // React's cache() is the one thing of it that belongs to a request.
    neverPackages: /^(react-dom|@mui|@emotion|@tanstack)(\/|$)/,
    instead:
      'only bff/upstream.ts reaches the embedded backend, lazily; what the browser needs belongs in lib/client',
  },
  {
    files: /^lib\/domains\/seed\/menus\.ts$/,
    // Everything that a tenant's menu leads to are the screens of this console.
    may: /^lib\/(domains|platform|rules|i18n|env|routes|screens|menu-icons)\b/,
    neverPackages: frameworks,
    instead: 'the seed of the menu only writes what lib/screens.ts says',
  },
  {
    files: /^lib\/(platform|domains)\//,
    may: /^lib\/(domains|platform|rules|i18n|env)\b/,
    neverPackages: frameworks,
    instead:
      "the backend is somebody else's service: the console reaches it through the door, never the other way",
  },
]

/**
 * Everything that the import table forbids, one sentence for each import.
 * @returns empty when everything is where it belongs
 */
export function forbiddenImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const layer = layers.find(({ files }) => files.test(path))
    if (!layer) return []
    return imports
      .filter(({ specifier }) => !isAllowed(layer, path, specifier))
      .map(({ specifier }) => `${path} imports ${specifier}: ${layer.instead}.`)
  })
}

function isAllowed(layer: Layer, importer: string, specifier: string): boolean {
  const target = projectPath(importer, specifier)
  if (target === undefined) {
    if (layer.neverPackages?.test(specifier)) return false
    return layer.onlyPackages?.test(specifier) ?? true
  }
  if (isHandlersOfOther(importer, target)) return false
  return sameHome(importer, target) || layer.may.test(target)
}

/** A layer is one folder, and components are one folder each; lib/domains and lib/platform hold several layers. */
function sameHome(importer: string, target: string): boolean {
  const [top, folder] = importer.split('/')
  return !/^lib\/(domains|platform)\//.test(target) && target.startsWith(`${top}/${folder}/`)
}

/** A domain offers its queries and verbs to those above it, and its handlers only to the table that gathers them all. */
function isHandlersOfOther(importer: string, target: string): boolean {
  const noun = /^lib\/domains\/([^/]+)\/service\/handlers\b/.exec(target)?.[1]
  return (
    noun !== undefined &&
    importer !== 'lib/domains/handlers.ts' &&
    !importer.startsWith(`lib/domains/${noun}/service/`)
  )
}

/**
 * Files that import each other at run time, one line for each ring.
 * @returns empty when there is none
 */
export function importCycles(files: readonly SourceFile[]): string[] {
  const targets = runtimeTargets(files)
  const done = new Set<string>()
  const rings: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) rings.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return rings
}

/**
 * The imports by which the files that some files load at run time, directly or not, step over into forbidden ones.
 * @returns empty when they never do
 */
export function forbiddenLoads(
  from: readonly string[],
  forbidden: RegExp,
  files: readonly SourceFile[],
): string[] {
  const targets = runtimeTargets(files)
  const loaded = new Set(from)
  const steps: string[] = []
  for (const path of loaded) {
    for (const target of targets.get(path) ?? []) {
      if (forbidden.test(target)) steps.push(`${path} loads ${target}`)
      else loaded.add(target)
    }
  }
  return steps
}

function runtimeTargets(files: readonly SourceFile[]): Map<string, string[]> {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ specifier }) => resolveFile(projectPath(path, specifier) ?? '', known))
        .filter((target) => target !== undefined),
    ]),
  )
}
