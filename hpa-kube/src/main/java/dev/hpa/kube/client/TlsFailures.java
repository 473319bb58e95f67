package dev.hpa.kube.client;

import java.security.cert.CertificateException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** The meaning of a failed TLS handshake. */
public final class TlsFailures {

  private TlsFailures() {}

  /** Why this process rejected the certificate of the server; null if it failed otherwise. */
  public static @Nullable String untrusted(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof CertificateException || each instanceof SSLPeerUnverifiedException) {
        return String.valueOf(each.getMessage());
      }
    }
    return null;
  }
}
