import type { HandlersOf } from '../../../../platform/handler.ts'
import type { Contracts } from '../../../endpoints.ts'
import { evidenceReport } from './evidence-report.ts'
import { noteShown, openSigning, proveSigner, readPaper } from './phone.ts'
import { readSigning } from './read-signing.ts'
import { sealAgain } from './seal-again.ts'
import { sendSigningCode } from './send-code.ts'
import { resendLink, sendLinks } from './send-links.ts'
import { refusePapers, signPapers } from './sign-papers.ts'
import { stampAgain } from './stamp-again.ts'

/** Of whoever signs. */
export const signingHandlers: HandlersOf<Contracts['signing']> = {
  open: openSigning,
  sendCode: sendSigningCode,
  prove: proveSigner,
  paper: readPaper,
  shown: noteShown,
  sign: signPapers,
  refuse: refusePapers,
}

/** Of staff. */
export const orderSigningHandlers: HandlersOf<Contracts['orderSigning']> = {
  get: ({ orderId }, call) => readSigning(orderId, call),
  send: sendLinks,
  resend: resendLink,
  seal: sealAgain,
  stamp: stampAgain,
  report: ({ id }, call) => evidenceReport(id, call),
}
