/** This machine's name on a home network (RFC 5737): a page loaded from there by http is not a secure context. */
export const homeHost = '192.0.2.1';
