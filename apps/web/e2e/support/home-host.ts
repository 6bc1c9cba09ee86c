/** This machine as another one at home calls it (of RFC 5737): a page that comes from there by http is no secure context. */
export const homeHost = '192.0.2.1';
