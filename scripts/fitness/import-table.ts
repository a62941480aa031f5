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
  /** Where the code belongs that needs more. */
  instead: string
}

const shared = 'lib/(client|contracts|rules|domains/[\\w-]+/rules|i18n|routes\\b)'
const frameworks = /^(next|react|react-dom|@mui|@emotion|@tanstack)(\/|$)/

/** The first row whose `files` match counts. */
export const layers: readonly Layer[] = [
  {
    files: /^middleware\.ts$/,
    may: /^lib\/(bff\/|routes\b|rules\/|env\b)/,
    instead: 'middleware only redirects; what fetches or decides about data belongs in lib/bff/door.ts',
  },
  {
    files: /^server\.ts$/,
    may: /^lib\/(bff|routes|rules|env|contracts)\b/,
    neverPackages: /^(react|react-dom|@mui)(\/|$)/,
    instead: 'server.ts only listens; what it needs to know belongs in lib/bff',
  },
  {
    files: /^app\/nlos\//,
    may: /^lib\/(bff\/|contracts\/)/,
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
    may: /^(components\/(ui|list|detail|form|verb)\/|lib\/(client|contracts|i18n|rules\/(fields|clean-value|iso-date|bulk))\b)/,
    instead: 'a kit knows no domain: give it a slot, or move the part to components/<domain>/',
  },
  {
    files: /^components\/(review|risk-approval)\//,
    // A review is of an order: it shows what the pages of an order show.
    may: new RegExp(`^(components/(ui|list|detail|form|verb|materials|evidence|order)/|${shared})`),
    instead: 'what a review and another domain share belongs in a kit or in components/order',
  },
  {
    files: /^components\//,
    // Pictures, evidence and relations of an order are entered, reviewed and archived: domains that others may show.
    may: new RegExp(`^(components/(ui|list|detail|form|verb|materials|relations|evidence)/|${shared})`),
    instead:
      'what two domains share belongs in a kit or in components/ui; what needs the server belongs in app or lib/bff',
  },
  {
    files: /^lib\/contracts\//,
    may: /^lib\/(domains\/[\w-]+\/)?rules\//,
    onlyPackages: /^zod$/,
    instead: 'a contract runs anywhere: what is computed belongs in lib/rules',
  },
  {
    files: /^lib\/rules\//,
    may: /^(?!)/,
    onlyPackages: /^(zod|decimal\.js|date-fns(\/\w+)?|@date-fns\/utc)$/,
    instead: 'a rule is a pure function: pass what it needs as an argument',
  },
  {
    files: /^lib\/domains\/[\w-]+\/rules\//,
    may: /^lib\/rules\//,
    onlyPackages: /^(zod)$/,
    instead: 'a rule is a pure function: pass what it needs as an argument',
  },
  {
    files: /^lib\/(routes|i18n)\b/,
    may: /^lib\/(routes\b|i18n\/|rules\/)/,
    instead: 'routes and texts are tables: what uses them belongs in lib/client, lib/bff or components',
  },
  {
    files: /^lib\/(screens|menu-icons)\.ts$/,
    // A screen is opened by who may make its call, and an icon that does not exist does not compile.
    may: /^lib\/(routes|contracts|rules|menu-icons)\b/,
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
    may: /^lib\/(contracts|rules|i18n|routes)\b/,
    instead: 'the browser knows only the door: what needs the server belongs in lib/bff',
  },
  {
    files: /^lib\/bff\/upstream\.ts$/,
    // Its type alone; at run time it is imported natively, out of sight of a bundler.
    may: /^lib\/(contracts|rules|i18n|routes|env|backend\/index)\b/,
    instead: 'the backend is one upstream behind its index.ts',
  },
  {
    files: /^lib\/bff\//,
    may: /^lib\/(contracts|rules|i18n|routes|screens|menu-icons|env)\b/,
    // React's cache() is the one thing of it that belongs to a request.
    neverPackages: /^(react-dom|@mui|@emotion|@tanstack)(\/|$)/,
    instead:
      'only bff/upstream.ts reaches the embedded backend, lazily; what the browser needs belongs in lib/client',
  },
  {
    files: /^lib\/backend\/seed\/menus\.ts$/,
    // What a tenant's menu leads to are the screens of this console.
    may: /^lib\/(contracts|rules|i18n|env|routes|screens|menu-icons)\b/,
    neverPackages: frameworks,
    instead: 'the seed of the menu only writes what lib/screens.ts says',
  },
  {
    files: /^lib\/backend\//,
    may: /^lib\/(contracts|rules|domains\/[\w-]+\/rules|i18n|env)\b/,
    neverPackages: frameworks,
    instead:
      "the backend is somebody else's service: the console reaches it through the door, never the other way",
  },
]

/**
 * What the import table forbids, one sentence for each import.
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
  return sameHome(importer, target) || layer.may.test(target)
}

/**
 * A layer is one folder; components are one folder each. A backend domain offers its queries and verbs, and its
 * handlers only to the table that gathers them all.
 */
function sameHome(importer: string, target: string): boolean {
  const [top, folder] = importer.split('/')
  if (!target.startsWith(`${top}/${folder}/`)) return false
  const handlersOf = /^lib\/backend\/([^/]+)\/handlers\b/.exec(target)?.[1]
  return (
    handlersOf === undefined ||
    importer === 'lib/backend/handlers.ts' ||
    importer.startsWith(`lib/backend/${handlersOf}/`)
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
 * Where the files that some files load at run time, directly or not, step over into forbidden ones.
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
