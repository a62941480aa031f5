/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The front listener compresses (brotli); Next's own gzip would run on the event loop and hold back event streams.
  compress: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // `npm run check` checks the types of everything, tests too; a start needs only the pages.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'sharp', '@node-rs/argon2', 'undici', 'pinyin-pro'],
  turbopack: {
    rules: {
      // Contracts reach the browser as addresses, without their schemas.
      '**/lib/contracts/*.ts': {
        condition: { all: ['browser', { content: /: endpoint\(/ }] },
        loaders: ['./scripts/contract-loader.mjs'],
        as: '*.js',
      },
    },
  },
  experimental: {
    optimizePackageImports: ['@mui/material'],
    // forbidden(): the page /403 answers with that status.
    authInterrupts: true,
    // People stay in the console and go from screen to screen: what two screens share is loaded once, in small files,
    // where the defaults (for sites that are left after a page) put a copy beside each.
    turbopackChunking: {
      clusters: [[/./]],
      firstPageLoadPriority: 0,
      // Bytes before minification.
      requestCost: 5_000,
      minChunkSize: 8_000,
    },
  },
}
