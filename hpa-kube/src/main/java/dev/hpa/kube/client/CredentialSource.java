package dev.hpa.kube.client;

import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The source of the address of an API server and of the credentials for it. */
interface CredentialSource {

  /**
   * Reads address and credentials.
   *
   * @throws KubeconfigException if they are not usable; one line that names the cause
   */
  ClusterAccess access(InstantSource clock) throws KubeconfigException;

  /**
   * Returns a source for the same server without credentials, for requests that add their own.
   *
   * @throws KubeconfigException if the credentials cannot be omitted
   */
  CredentialSource anonymous() throws KubeconfigException;

  /** Modification time of the newest credential file; null if unknown. */
  @Nullable FileTime written();
}
