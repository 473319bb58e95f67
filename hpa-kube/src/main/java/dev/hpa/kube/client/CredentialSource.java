package dev.hpa.kube.client;

import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Where the address of an API server and the credentials for it come from. */
interface CredentialSource {

  /**
   * Address and credentials as they are now.
   *
   * @throws KubeconfigException with one line that names what cannot be used
   */
  ClusterAccess access(InstantSource clock) throws KubeconfigException;

  /**
   * The same server without any credentials, for requests that bring their own.
   *
   * @throws KubeconfigException when the credentials cannot be left out
   */
  CredentialSource anonymous() throws KubeconfigException;

  /** When the newest of the files with credentials was written; null when that is unknown. */
  @Nullable FileTime written();
}
