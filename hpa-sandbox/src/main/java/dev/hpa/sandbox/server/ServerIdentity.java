package dev.hpa.sandbox.server;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What clients know an API server by: its certificate with the key. One that was written down makes
 * a later server the same to them. Thread-safe.
 */
public final class ServerIdentity {

  private volatile @Nullable Certificates certificates;

  /** A new one. */
  public ServerIdentity() {}

  /**
   * One that was {@link #written}.
   *
   * @throws IllegalArgumentException when it was not
   */
  public static ServerIdentity read(String text) {
    ServerIdentity identity = new ServerIdentity();
    identity.certificates = Certificates.read(text);
    return identity;
  }

  /** Certificate and key as text; empty as long as no server has used it. */
  public String written() {
    Certificates current = certificates;
    return current == null ? "" : current.written();
  }

  /** The certificate to present, another one when clients would not accept the one there is. */
  Certificates at(Instant now) {
    Certificates current = certificates;
    return current != null && current.isValidAt(now) ? current : renewed(now);
  }

  /** Another certificate in place of the one there is. */
  Certificates renewed(Instant now) {
    Certificates fresh = Certificates.selfSigned(now);
    certificates = fresh;
    return fresh;
  }
}
