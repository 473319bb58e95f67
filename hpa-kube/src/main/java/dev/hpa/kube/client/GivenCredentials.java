package dev.hpa.kube.client;

import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A given sender of calls, and tokens that a program supplies. */
record GivenCredentials(CallSender calls, ServerAddress server, Supplier<String> token)
    implements CredentialSource {

  @Override
  public ClusterAccess access(InstantSource clock) {
    Authorization bearer = Authorization.bearer(token.get());
    return new ClusterAccess(server, calls, bearer, Impersonation.NONE, null);
  }

  @Override
  public CredentialSource anonymous() throws KubeconfigException {
    throw new KubeconfigException(
        "service account credentials: not supported with given calls; connect with a kubeconfig");
  }

  @Override
  public @Nullable FileTime written() {
    return null;
  }
}
