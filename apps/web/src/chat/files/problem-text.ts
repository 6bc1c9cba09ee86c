import { limits } from '@jarvis/contract/limits';
import { appLocale, t } from '../../i18n/translate.ts';
import { pictureBytesMax } from './picture-size.ts';
import { sizeText } from './size-text.ts';
import type { Problem } from './tray.ts';

/** Why a file is refused, in a sentence that names the file and the limit. */
export function problemText(problem: Problem): string {
  const locale = appLocale();
  switch (problem.kind) {
    case 'tooMany':
      return t('files.tooMany', { max: limits.filesPerMessageMax });
    case 'tooLarge':
      return t('files.tooLarge', { name: problem.name, max: sizeText(limits.fileBytesMax, locale) });
    case 'pictureTooLarge':
      return t('files.pictureTooLarge', { name: problem.name, max: sizeText(pictureBytesMax, locale) });
    case 'server':
      return t('failure.badRequest', { message: problem.message });
    default:
      return t(`files.${problem.kind}`, { name: problem.name });
  }
}
