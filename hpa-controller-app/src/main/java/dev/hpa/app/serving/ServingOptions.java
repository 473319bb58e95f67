package dev.hpa.app.serving;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of the HTTPS server.
 *
 * @param bindAddress an IP address; empty for all interfaces
 * @param port 0 disables serving
 * @param certificate server certificate and chain in PEM; null for a self-signed one
 * @param key private key in PEM; required with {@code certificate}
 * @param certificateDir directory of {@code kube-controller-manager.crt} and {@code .key}, used if
 *     neither file is given, and created if they do not exist; null for none
 * @param named certificates by server name (SNI), in order of preference
 * @param minTlsVersion {@code TLSv1.2} or {@code TLSv1.3}
 * @param cipherSuites TLS names of TLS 1.2 suites; empty for those with forward secrecy and
 *     authenticated encryption
 * @param curves JDK names of key exchange groups; empty for the JDK's default
 * @param http2 whether HTTP/2 is enabled
 * @param maxStreams maximum concurrent streams per HTTP/2 connection; 0 for 100
 * @param sharedPort whether SO_REUSEPORT is set
 */
public record ServingOptions(
    String bindAddress,
    int port,
    @Nullable Path certificate,
    @Nullable Path key,
    @Nullable Path certificateDir,
    List<NamedCertificate> named,
    String minTlsVersion,
    List<String> cipherSuites,
    List<String> curves,
    boolean http2,
    int maxStreams,
    boolean sharedPort) {

  /** Upstream's defaults. */
  public static final ServingOptions DEFAULTS =
      new ServingOptions(
          "0.0.0.0", 10257, null, null, null, List.of(), "TLSv1.2", List.of(), List.of(), true, 0,
          false);

  public ServingOptions {
    named = List.copyOf(named);
    cipherSuites = List.copyOf(cipherSuites);
    curves = List.copyOf(curves);
  }

  /**
   * A certificate for server names.
   *
   * @param names such as {@code example.org} or {@code *.example.org}; empty for the names in the
   *     certificate
   */
  public record NamedCertificate(Path certificate, Path key, List<String> names) {
    public NamedCertificate {
      names = List.copyOf(names);
    }
  }
}
