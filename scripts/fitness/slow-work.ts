import type { SourceFile } from './source-tree.ts'

/**
 * Everything that waits for a disk, a program or a core: with it, a call would keep a connection from everybody else.
 */
const slow =
  /^(sharp|@node-rs\/argon2|pdfkit|fontkit|bwip-js\/node|@libpdf\/core|hucre(\/\w+)?|fflate|node:(fs|fs\/promises|child_process|worker_threads|zlib))$/

/**
 * The places where no call is under way: before the service answers, in programs and threads of their own, in the
 * engine itself; and live events, where the packing of a few kilobytes is no work.
 */
const elsewhere =
  /^lib\/(platform\/backup|domains\/seed)\/|^lib\/platform\/db\/(?!list)|^lib\/(domains\/demo|platform\/live-events)\.ts$|^lib\/domains\/materials\/service\/(clean-file-process|picture|pdf-check)\.ts$|^lib\/platform\/files\/table-rows\.ts$|^lib\/domains\/(fund-flows|imports)\/service\/(statement|import)-thread\.ts$|^lib\/domains\/contracts\/service\/(draw-(thread|paper|labels)|paper-fonts|stamp-paper|seal\/(demo-authority|open-seal|seal-file))\.ts$/

/** Files of the backend that do slow work and do not say so, one sentence each. */
export function unguardedWork(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => {
      return (
        /^lib\/(domains|platform)\//.test(path) &&
        !elsewhere.test(path) &&
        !text.includes('holdsNoConnection(')
      )
    })
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, typeOnly }) => !typeOnly && slow.test(specifier))
        .map(
          ({ specifier }) =>
            `${path} imports ${specifier}: slow work begins with holdsNoConnection() and belongs into a handler's prepare().`,
        ),
    )
}
