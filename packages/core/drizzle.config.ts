/** For drizzle-kit, which `npm run generate` installs into tools/; its types are not installed here. */
export default { dialect: 'postgresql', schema: './src/db/schema', out: './migrations' };
