/**
 * Everything that the user reads when a call does not get through; the last row is the specification's 'unknown error'.
 */
const WORDS: Record<number, string> = {
  400: '请求格式错误',
  401: '登录已失效，请重新登录',
  403: '请求被拒绝',
  404: '请求的接口不存在',
  405: '请求方式不支持',
  408: '请求超时',
  413: '提交的内容过大',
  414: '请求地址过长',
  415: '请求格式不支持',
  421: '未知的访问域名',
  423: '屏幕已锁定，请先解锁',
  431: '请求头过大',
  500: '服务器错误',
  502: '服务器错误',
  503: '服务器繁忙，请稍后再试',
  504: '请求超时',
}
const UNKNOWN = '未知错误'
const RESULT_UNKNOWN = '操作结果未知，请刷新后核对'

/** A call that the door answers itself, without or instead of the upstream. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  /** For the log: why. Never shown to the user. */
  readonly reason: string
  readonly code: string | undefined
  readonly headers: Record<string, string>

  /**
   * @param status HTTP status
   * @param said what the upstream said; without it the fixed text of that status
   */
  constructor(
    status: number,
    reason: string,
    code?: string,
    headers: Record<string, string> = {},
    said?: string,
  ) {
    super(said ?? messageOf(status, code))
    this.status = status
    this.reason = reason
    this.code = code
    this.headers = headers
  }
}

/** A write whose connection broke after it was sent: it may have happened, so it is never sent again. */
export const resultUnknown = (reason: string) => new Refusal(502, reason, 'result-unknown')

/** The text for a status, or for a code where it says more; for no status of ours, that the error is unknown. */
export function messageOf(status: number, code?: string): string {
  return code === 'result-unknown' ? RESULT_UNKNOWN : (WORDS[status] ?? UNKNOWN)
}

/** The JSON body of a refusal; `id` finds the log line. */
export function refusalBody(refusal: Refusal, id: string): Buffer {
  return Buffer.from(JSON.stringify({ message: refusal.message, code: refusal.code, id }))
}
