import { readDeliveryError } from '@jarvis/contract/delivery-reasons';
import { t } from '../../i18n/translate.ts';

/** Why a delivery was not sent, in the language of the page; as it is if another version of the service wrote it. */
export function reasonText(error: string): string {
  const read = readDeliveryError(error);
  return read ? t(`notify.reason.${read.reason}`, { detail: read.detail }) : error;
}
