import { toFen } from '../../../rules/money.ts'

/** 人民币大写: an amount as a contract writes it, by the rules of the 支付结算办法. */

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '万亿']

/** Four digits with their places; zeros between others are one 零. */
function groupOf(four: string): string {
  let text = ''
  let zero = false
  for (const [at, digit] of [...four].entries()) {
    if (digit === '0') zero = text !== ''
    else {
      text += `${zero ? '零' : ''}${digits[Number(digit)]}${places[four.length - 1 - at]}`
      zero = false
    }
  }
  return text
}

/**
 * @param amount a decimal text with at most two places, such as `100500.30`
 * @returns 壹拾万零伍佰元叁角整
 * @throws InputError `amount`
 */
export function capitalAmount(amount: string): string {
  const all = toFen(amount, 'amount')
  const written = String(all < 0n ? -all : all).padStart(3, '0')
  const whole = written.slice(0, -2)
  const [jiao, fen] = written.slice(-2)
  const fours = whole.padStart(Math.ceil(whole.length / 4) * 4, '0').match(/.{4}/g) ?? []
  let yuan = ''
  let gap = false
  for (const [at, four] of fours.entries()) {
    const text = groupOf(four)
    if (text === '') gap = yuan !== ''
    else {
      yuan += `${yuan !== '' && (gap || four.startsWith('0')) ? '零' : ''}${text}${groups[fours.length - 1 - at]}`
      gap = false
    }
  }
  const small =
    jiao === '0' && fen === '0'
      ? '整'
      : `${jiao === '0' ? (yuan === '' ? '' : '零') : `${digits[Number(jiao)]}角`}${fen === '0' ? '整' : `${digits[Number(fen)]}分`}`
  const negative = all < 0n ? '负' : ''
  return `${negative}${yuan === '' ? (small === '整' ? '零元' : '') : `${yuan}元`}${small}`
}
