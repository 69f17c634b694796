import { aWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

describe('the list of forms', () => {
  // @proves S-1-4, S-4.7-1..2, D-7-1..3
  it('holds the enabled ones, oldest first, and the name of the knowledge base', async () => {
    const acme = await aWorkspace(app, {
      forms: [
        { title: 'Contact us', slug: 'contact-us' },
        { title: 'Old form', slug: 'old', enabled: false },
        { title: 'A later one', slug: 'a-later-one', enabled: true },
      ],
    });
    const urlOf = (slug: string) => `http://${acme.subdomain}.desk.test/forms/${slug}`;
    const { status, body } = await acme.client.get('/forms?page_size=1');
    expect(status).toBe(200);
    expect(body).toEqual({
      forms: [
        { id: expect.any(String), title: 'Contact us', slug: 'contact-us', url: urlOf('contact-us') },
        { id: expect.any(String), title: 'A later one', slug: 'a-later-one', url: urlOf('a-later-one') },
      ],
      kb_details: { knowledge_base_name: acme.subdomain },
    });
  });

  it('is empty in a workspace without forms', async () => {
    const { subdomain, client } = await aWorkspace(app);
    const { body } = await client.get('/forms');
    expect(body).toEqual({ forms: [], kb_details: { knowledge_base_name: subdomain } });
  });
});
