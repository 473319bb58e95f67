package com.example.hpa.prometheus;

import dev.hpa.spi.ProviderSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** TLS trust settings. */
final class ServerTrust {

  private ServerTrust() {}

  /**
   * Returns the trust settings.
   *
   * @throws IllegalArgumentException if the settings conflict or the file has no certificates
   */
  static SSLContext of(ProviderSettings settings) {
    boolean skipVerify = settings.isTrue("insecure-skip-tls-verify");
    if (skipVerify && settings.has("ca-file")) {
      throw new IllegalArgumentException(
          "ca-file: conflicts with insecure-skip-tls-verify; set one of them");
    }
    try {
      if (skipVerify) {
        return trusting(new TrustManager[] {new TrustAllManager()});
      }
      return settings.has("ca-file")
          ? trusting(authorities(settings.file("ca-file")))
          : SSLContext.getDefault();
    } catch (GeneralSecurityException | IOException failure) {
      throw new IllegalArgumentException("ca-file: " + failure.getMessage(), failure);
    }
  }

  private static SSLContext trusting(TrustManager[] managers) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers, null);
    return context;
  }

  private static TrustManager[] authorities(Path file)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(file)) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority-" + store.size(), each);
      }
    }
    if (store.size() == 0) {
      throw new IOException("no certificates in \"" + file + "\"; use a PEM file");
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  /** Accepts every certificate; the extended type also skips host name verification. */
  private static final class TrustAllManager extends X509ExtendedTrustManager {

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
