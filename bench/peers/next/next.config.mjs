/** @type {import('next').NextConfig} */
export default {
  compress: false,
  // Next, React and MUI are the product's own: the same versions on both sides.
  turbopack: { root: process.env.BENCH_ROOT },
  outputFileTracingRoot: process.env.BENCH_ROOT,
  rewrites: async () => [{ source: '/rewritten/:path*', destination: 'http://127.0.0.1:9/:path*' }],
}
