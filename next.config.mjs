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
      '**/lib/{domains,platform}/**/contract{,/*}.ts': {
        condition: { all: ['browser', { content: /: (read|write)\(\{/ }] },
        loaders: ['./scripts/contract-loader.mjs'],
        as: '*.js',
      },
    },
  },
  experimental: {
    optimizePackageImports: ['@mui/material'],
    // A page opened while the network is gone waits for it; without this the browser leaves the console for its own error.
    useOffline: true,
    // The first page comes in few files, which compress better together, and what a page has brought is not downloaded
    // again inside a chunk of the next one: the console stays open all day. Bytes are those of sources.
    turbopackChunking: {
      firstPageLoadPriority: 0.9,
      requestCost: 2_000_000,
      minChunkSize: 400_000,
      maxMergeChunkSize: 2_000_000,
      generateComponentChunks: true,
      minComponentChunkSize: 2_000,
    },
    // The first paint waits for one answer, not for a second one with the styles.
    inlineCss: true,
    // A page loads its own styles, where the default puts those of every page into one file.
    cssChunking: { type: 'graph', requestCost: 1_000 },
  },
}
