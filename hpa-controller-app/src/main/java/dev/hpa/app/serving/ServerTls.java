package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.serving.ServingOptions.NamedCertificate;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server TLS: certificates from files, reloaded when they change, or self-signed. Client
 * certificates are optional and verified during authentication.
 */
final class ServerTls implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
  private static final char[] PASSWORD = "in-memory".toCharArray();

  /** PKCS12 would encrypt the keys with 10,000 iterations, needlessly in memory. */
  private static final String IN_MEMORY = "JKS";

  private static final String MAIN = "main";

  /** Those of upstream but P-521. Java would also accept groups whose handshake takes 0.2 s. */
  private static final List<String> CURVES = List.of("x25519", "secp256r1", "secp384r1");

  private final ServingOptions options;
  private final ClientKeys keys;
  private final Factory factory = new Factory();
  private final CertificateFiles made;
  private Loaded loaded;
  private Timeline.Scheduled looking = () -> {};

  /** The content of the files at the last read. */
  private record Loaded(CertificateFiles main, List<CertificateFiles> named) {}

  private ServerTls(ServingOptions options, Timeline timeline) throws IOException {
    this.options = options;
    this.keys = new ClientKeys(timeline::now);
    Path folder = options.certificateDir();
    this.made =
        options.certificate() != null
            ? CertificateFiles.read(options.certificate(), requireKey(options))
            : folder == null
                ? SelfSigned.create(timeline.wall())
                : SelfSigned.in(folder, timeline.wall());
    this.loaded = load();
    factory.setKeyStore(store(loaded));
    factory.setKeyStorePassword(new String(PASSWORD));
    factory.setWantClientAuth(true);
    factory.setSniRequired(false);
    factory.setIncludeProtocols(
        options.minTlsVersion().equals("TLSv1.3")
            ? new String[] {"TLSv1.3"}
            : new String[] {"TLSv1.2", "TLSv1.3"});
    factory.setExcludeCipherSuites();
    factory.setIncludeCipherSuites(CipherSuites.of(options.cipherSuites()).toArray(String[]::new));
    factory.setRenegotiationAllowed(false);
    factory.setSNISelector((type, issuers, session, host, certificates) -> alias(host));
  }

  /**
   * Loads the certificates and watches their files.
   *
   * @throws IOException if they are unusable
   */
  static ServerTls open(ServingOptions options, Timeline timeline) throws IOException {
    ServerTls tls = new ServerTls(options, timeline);
    tls.looking = FileReload.every(timeline, LOOK_AGAIN, "tls", tls::lookAgain);
    return tls;
  }

  SslContextFactory.Server factory() {
    return factory;
  }

  private static Path requireKey(ServingOptions options) throws IOException {
    Path key = options.key();
    if (key == null) {
      throw new IOException("--tls-cert-file: requires --tls-private-key-file; give both");
    }
    return key;
  }

  private Loaded load() throws IOException {
    Path certificate = options.certificate();
    List<CertificateFiles> named = new ArrayList<>();
    for (NamedCertificate each : options.named()) {
      named.add(CertificateFiles.read(each.certificate(), each.key()));
    }
    return new Loaded(
        certificate == null ? made : CertificateFiles.read(certificate, requireKey(options)),
        named);
  }

  /** Reloads changed files; errors keep the previous certificates. */
  void lookAgain() {
    try {
      Loaded now = load();
      synchronized (this) {
        if (now.equals(loaded)) {
          return;
        }
        KeyStore changed = store(now);
        factory.reload(same -> same.setKeyStore(changed));
        loaded = now;
      }
      LOG.info("reloaded certificates");
    } catch (Exception failure) {
      LOG.warn(
          "certificates cannot be reloaded, the previous ones remain in use:" + " {}",
          failure.getMessage());
    }
  }

  private static KeyStore store(Loaded loaded) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(IN_MEMORY);
      store.load(null, null);
      put(store, MAIN, loaded.main());
      for (int i = 0; i < loaded.named().size(); i++) {
        put(store, nameOf(i), loaded.named().get(i));
      }
      return store;
    } catch (GeneralSecurityException failure) {
      throw new IOException("the certificate cannot be used: " + failure.getMessage(), failure);
    }
  }

  private static void put(KeyStore store, String alias, CertificateFiles files)
      throws GeneralSecurityException {
    store.setKeyEntry(alias, files.key(), PASSWORD, files.chain().toArray(X509Certificate[]::new));
  }

  private static String nameOf(int index) {
    return "named-" + index;
  }

  /** The certificate for a server name. */
  private synchronized String alias(@Nullable String host) {
    for (int i = 0; host != null && i < options.named().size(); i++) {
      List<String> given = options.named().get(i).names();
      List<String> names = given.isEmpty() ? own(loaded.named().get(i)) : given;
      if (names.stream().anyMatch(name -> fits(name, host))) {
        return nameOf(i);
      }
    }
    return MAIN;
  }

  private static List<String> own(CertificateFiles files) {
    try {
      Collection<List<?>> names = files.chain().getFirst().getSubjectAlternativeNames();
      return names == null
          ? List.of()
          : names.stream().map(each -> String.valueOf(each.get(1))).toList();
    } catch (GeneralSecurityException unreadable) {
      return List.of();
    }
  }

  private static boolean fits(String name, String host) {
    String requested = host.toLowerCase(Locale.ROOT);
    String offered = name.toLowerCase(Locale.ROOT);
    return offered.startsWith("*.")
        ? requested.indexOf('.') > 0
            && requested.substring(requested.indexOf('.')).equals(offered.substring(1))
        : requested.equals(offered);
  }

  @Override
  public void close() {
    looking.cancel();
  }

  private final class Factory extends SslContextFactory.Server {

    @Override
    protected TrustManager[] getTrustManagers(
        KeyStore trustStore, Collection<? extends CRL> revoked) {
      return new TrustManager[] {new AnyClient(keys)};
    }

    @Override
    public void customize(SSLEngine engine) {
      super.customize(engine);
      SSLParameters parameters = engine.getSSLParameters();
      List<String> groups = options.curves().isEmpty() ? CURVES : options.curves();
      parameters.setNamedGroups(groups.toArray(String[]::new));
      engine.setSSLParameters(parameters);
    }
  }

  /** Accepts client certificates during the handshake, except those with a costly key. */
  private static final class AnyClient extends X509ExtendedTrustManager {

    private final ClientKeys keys;

    AnyClient(ClientKeys keys) {
      this.keys = keys;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      keys.require(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      keys.require(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      keys.require(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw new UnsupportedOperationException("server side only");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new UnsupportedOperationException("server side only");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException("server side only");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
