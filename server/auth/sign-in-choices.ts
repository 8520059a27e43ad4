// What the sign-in page offers here: the providers that are set, and whether mail really leaves this box.
import { getServices } from '../deps.ts';
import { providersOf } from './auth-options.ts';

export type SignInChoices = { providers: { id: string; name: string }[]; sendsMail: boolean };

export const signInChoices = async (): Promise<SignInChoices> => {
  const services = await getServices();
  return {
    providers: providersOf(services)
      .filter((provider) => provider.id !== 'email')
      .map(({ id, name }) => ({ id, name })),
    sendsMail: services.env.SMTP_URL !== undefined,
  };
};
