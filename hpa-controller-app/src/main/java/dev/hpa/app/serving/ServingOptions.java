package dev.hpa.app.serving;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where and how the controller serves its health, metrics and explanations.
 *
 * @param bindAddress an IP address; empty for all
 * @param port 0 for not serving
 * @param certificate of the server and its chain in PEM; null for one made at the start
 * @param key of the certificate in PEM; given together with it
 * @param certificateDir where {@code kube-controller-manager.crt} and {@code .key} lie if neither
 *     file is given, and are written if they are missing; null for nowhere
 * @param named certificates for other names, in order of preference
 * @param minTlsVersion {@code TLSv1.2} or {@code TLSv1.3}
 * @param cipherSuites of TLS 1.2, names as TLS has them; empty for those with forward secrecy and
 *     authenticated encryption
 * @param curves names as the JDK has them; empty for its choice
 * @param http2 whether HTTP/2 is offered
 * @param maxStreams of one HTTP/2 connection; 0 for 100
 * @param sharedPort whether other processes that share it too may listen at the same port
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
   * A certificate for callers who ask for some name.
   *
   * @param names as {@code example.org} or {@code *.example.org}; empty for those the certificate
   *     itself has
   */
  public record NamedCertificate(Path certificate, Path key, List<String> names) {
    public NamedCertificate {
      names = List.copyOf(names);
    }
  }
}
