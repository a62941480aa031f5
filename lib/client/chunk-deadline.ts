/** Chunk load timeout (specification point 9). */
export const chunkTimeoutMs = 120_000

/** Scripts and style sheets of the build. */
const isChunk = (node: Node): node is HTMLScriptElement | HTMLLinkElement =>
  (node instanceof HTMLScriptElement && node.src.includes('/_next/')) ||
  (node instanceof HTMLLinkElement && node.rel === 'stylesheet' && node.href.includes('/_next/'))

const addressOf = (chunk: HTMLScriptElement | HTMLLinkElement) => ('src' in chunk ? chunk.src : chunk.href)

/**
 * Gives every chunk that the page loads later {@link chunkTimeoutMs}. The loader of Turbopack waits for ever and
 * tries a failed file once more; after the deadline both tries count as failed, and the import rejects with its
 * ChunkLoadError.
 */
export function limitChunkLoading(): void {
  const deadlines = new Map<string, number>()
  const watch = (chunk: HTMLScriptElement | HTMLLinkElement) => {
    const address = addressOf(chunk)
    const deadline = deadlines.get(address) ?? Date.now() + chunkTimeoutMs
    deadlines.set(address, deadline)
    const timer = setTimeout(
      () => chunk.dispatchEvent(new Event('error')),
      Math.max(0, deadline - Date.now()),
    )
    chunk.addEventListener('load', () => {
      clearTimeout(timer)
      deadlines.delete(address)
    })
    chunk.addEventListener('error', () => clearTimeout(timer))
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (isChunk(node)) watch(node)
  }).observe(document.head, { childList: true })
}
