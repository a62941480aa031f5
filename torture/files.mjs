/** Files, headers and what is in the build. Rows B7–B9. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../lib/routes.ts'
import { pendingRoutes } from '../lib/routes-pending.ts'
import { root } from '../scripts/runtime.mjs'
import { each } from './client.mjs'
import { product, traversals } from './payloads.mjs'
import { createVisitor, oneOf, pathOf, WIDTH } from './visit.mjs'

export function fileParts(tally, { client, cookie }) {
  const { visit } = createVisitor(client)

  return [
    () =>
      tally.part('B7, B8', 'headers of every page, file and error', async (part) => {
        const files = readdirSync(join(root, '.next/static'), { recursive: true }).filter((file) =>
          statSync(join(root, '.next/static', file)).isFile(),
        )
        const paths = [
          ...Object.values(routes)
            .filter((route) => route.key !== 'serverError')
            .map((route) => [pathOf(route), true]),
          ...files.map((file) => [`/_next/static/${encodeURI(file)}`, false]),
          ...[
            '/nothing',
            '/404',
            '/500',
            '/403',
            '/nlos/x',
            '/session/info',
            '/session/events',
            '/session/nothing',
            '/healthz',
            '/readyz',
            '/favicon.ico',
            '/_next/x',
            '/manual/screenshots/x.png',
            '/brand/blq/logo.svg',
          ].map((path) => [path, false]),
        ]
        await each(product(paths, [undefined, cookie]), WIDTH, ([[path, isPage], held]) =>
          visit(part, path, { path, cookie: held, fails: path === '/500' }, ({ status, headers }) => {
            for (const name of [
              'referrer-policy',
              'cross-origin-opener-policy',
              'cross-origin-resource-policy',
              'permissions-policy',
            ]) {
              if (!headers[name]) return `no ${name}`
            }
            if (isPage && !/no-store/.test(headers['cache-control'] ?? ''))
              return `cache-control ${headers['cache-control']}`
            const policy = headers['content-security-policy'] ?? ''
            return isPage &&
              status === 200 &&
              (/script-src[^;]*unsafe-inline/.test(policy) || !policy.includes("frame-ancestors 'none'"))
              ? `policy ${policy}`
              : undefined
          }),
        )
        return `${Object.keys(pendingRoutes).length} routes are not built yet`
      }),

    () =>
      tally.part('B9', 'files that are nobody’s business, and secrets in the bundle', async (part) => {
        const names = [
          '.env',
          '.env.local',
          '.git/config',
          '.git/HEAD',
          '.data/session-secret',
          '.next/BUILD_ID',
          'package.json',
          'package-lock.json',
          'server.ts',
          'lib/env.ts',
          'next.config.mjs',
          'tsconfig.json',
          'node_modules/next/package.json',
          '.DS_Store',
          'Dockerfile',
          'backup.sql',
          'dump.sql.gz',
          'id_rsa',
          'wp-login.php',
          'phpinfo.php',
          'server-status',
          'actuator/env',
          'debug',
          'metrics',
          '__nextjs_original-stack-frame',
          '_next/server/app-paths-manifest.json',
          '_next/static/../server/middleware-manifest.json',
          '_next/build-manifest.json',
          '_buildManifest.js.map',
        ]
        await each(
          product(['/', '/_next/', '/_next/static/', '/brand/', '/manual/screenshots/', '/nlos/'], names),
          WIDTH,
          ([folder, name]) =>
            visit(part, folder + name, { path: folder + name }, oneOf(307, 308, 400, 401, 404)),
        )
        await each(
          product(['/brand/', '/_next/static/', '/manual/screenshots/', '/'], traversals.slice(0, 300)),
          WIDTH,
          ([folder, text]) =>
            visit(part, folder + text, { path: folder + text }, ({ status, body }) =>
              /root:.*:0:0:/.test(body) ? 'shows a file' : oneOf(307, 308, 400, 404, 414)({ status }),
            ),
        )
        const secret =
          /SESSION_SECRET|NLOS_UPSTREAM_URL|DATABASE_URL|postgres(ql)?:\/\/|Demo@2026|sourceMappingURL|-----BEGIN|passwordHash|argon2|nlos_app/
        for (const file of readdirSync(join(root, '.next/static'), { recursive: true })) {
          const path = join(root, '.next/static', file)
          if (!statSync(path).isFile() || !/\.(js|css|json|map)$/.test(file)) continue
          part.tried++
          const found = file.endsWith('.map') ? 'a source map' : secret.exec(readFileSync(path, 'utf8'))?.[0]
          if (found) part.fell.push(`${file}: ${found}`)
        }
      }),
  ]
}
