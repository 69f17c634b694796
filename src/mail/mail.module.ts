import { Feature } from '../platform/features/feature.js';
import { MailQueue } from './sending/mail.queue.js';
import { MAIL_SWEEPS } from './queue/mail.sql.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { LettersService } from './composing/letters.service.js';
import { TeamMembersModule } from '../team-members/team-members.module.js';
import { MailQueueModule } from './mail-queue.module.js';
import { MemberInvitations } from '../team-members/member-invitations.js';
import { InvitationRepository } from './sending/invitation.repository.js';
import { InvitationsService } from './sending/invitations.service.js';
import { MailTryService } from './sending/mail-try.service.js';

/** Mail to customers and new members, as the service sends it [rule 20]. */
@Feature({
  jobs: [MailQueue],
  sweeps: MAIL_SWEEPS,
  imports: [AttachmentsModule, ConversationsModule, MailQueueModule, PlatformModule, TeamMembersModule],
  providers: [InvitationRepository, InvitationsService, LettersService, MailTryService],
  exports: [MailQueueModule, MailTryService, TeamMembersModule],
})
export class MailModule {
  constructor(members: MemberInvitations, invitations: InvitationsService) {
    // The request itself adds the mail, because its answer says whether it has invited somebody [choice 28].
    members.send = (...invited) => invitations.send(...invited);
  }
}
