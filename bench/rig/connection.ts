import { connect, type Socket } from 'node:net'

const CHUNK = Buffer.alloc(64 * 1024)
const CHUNKS_END = Buffer.from('0\r\n\r\n')
const HEAD_END = '\r\n\r\n'

/** One kept-alive connection with one request under way. It knows lengths and chunks, not more. */
export class Connection {
  failed: (error: Error) => void = () => undefined
  readonly #socket: Socket
  #answered: (size: number) => void = () => undefined
  #head: Buffer | undefined
  /** Bytes of the body still to come; undefined while chunks are read. */
  #left: number | undefined
  #end: Buffer = CHUNKS_END.subarray(0, 0)
  #size = 0
  #inBody = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.failed(error))
    socket.on('close', () => this.failed(new Error('The server closed a connection.')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new Connection(socket))
      })
    })
  }

  /** So many connections to a port of the loopback. */
  static openAll(port: number, count: number): Promise<Connection[]> {
    return Promise.all(Array.from({ length: count }, () => Connection.open(port)))
  }

  /** @param answered hears how many bytes of body came back. */
  ask(text: Buffer, bodyBytes: number, answered: (size: number) => void): void {
    this.#answered = answered
    this.#size = 0
    this.#socket.write(text)
    if (bodyBytes > 0) this.#writeZeros(bodyBytes)
  }

  close(): void {
    this.failed = () => undefined
    this.#socket.destroy()
  }

  #writeZeros(left: number): void {
    let rest = left
    while (rest > 0) {
      const size = Math.min(rest, CHUNK.length)
      rest -= size
      if (!this.#socket.write(CHUNK.subarray(0, size)) && rest > 0) {
        this.#socket.once('drain', () => this.#writeZeros(rest))
        return
      }
    }
  }

  #take(chunk: Buffer): void {
    if (this.#inBody) {
      this.#takeBody(chunk)
      return
    }
    this.#head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const at = this.#head.indexOf(HEAD_END)
    if (at < 0) return
    const head = this.#head.toString('latin1', 0, at)
    const body = this.#head.subarray(at + HEAD_END.length)
    this.#head = undefined
    if (head.slice(9, 12) !== '200') {
      this.failed(new Error(`Not answered with 200: ${head}\n${body.toString('utf8')}`))
      return
    }
    const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#left = length === undefined ? undefined : Number(length)
    this.#inBody = true
    this.#takeBody(body)
  }

  #takeBody(chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#left !== undefined) this.#left -= chunk.length
    else this.#end = Buffer.concat([this.#end, chunk]).subarray(-CHUNKS_END.length)
    // No answer of the benches has this text in its data: they are JSON, pages and zeros.
    if (this.#left === undefined ? !this.#end.equals(CHUNKS_END) : this.#left > 0) return
    this.#inBody = false
    this.#end = CHUNKS_END.subarray(0, 0)
    this.#answered(this.#size)
  }
}
