package dev.hpa.kube.client;

import java.io.IOException;
import java.net.ProxySelector;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The TLS and proxy settings of an HTTP client. client-java, which has the same, would first load a
 * thousand classes and parse all authorities of the system.
 *
 * @param caData PEM; null for the certificate authorities of the system
 * @param isInsecure whether the server certificate is not verified
 * @param serverName expected name in the server certificate; empty for the host of the address
 * @param certificate PEM, with {@code key}; null for none
 * @param proxy null for none
 */
record TlsClientConfig(
    byte @Nullable [] caData,
    boolean isInsecure,
    String serverName,
    byte @Nullable [] certificate,
    byte @Nullable [] key,
    @Nullable ProxyAddress proxy) {

  /** A kind of key store that protects keys cheaply: the others derive a key from the password. */
  private static final String IN_MEMORY = "JKS";

  private static final char[] NO_PASSWORD = {};

  /**
   * Those that no known attack weakens. ChaCha20 first: without the second compiler, as with {@code
   * --preset=small}, Java takes three times as long for AES. Servers that have AES only select AES.
   */
  private static final List<String> CIPHERS =
      List.of(
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
          "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
          "TLS_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_RSA_WITH_AES_128_CBC_SHA",
          "TLS_RSA_WITH_AES_256_CBC_SHA");

  TlsClientConfig withCertificate(byte @Nullable [] pem, byte @Nullable [] pemKey) {
    return new TlsClientConfig(caData, isInsecure, serverName, pem, pemKey, proxy);
  }

  /**
   * Returns what sends calls to a server with these settings, or through the proxy that Java's
   * properties name if there is none.
   *
   * @throws KubeconfigException if a certificate or key is not usable
   */
  CallSender calls(ServerAddress server) throws KubeconfigException {
    return calls(
        socketFactory(keyManagers(), trustManager()),
        serverName,
        isInsecure,
        proxy == null ? ProxyAddress.of(ProxySelector.getDefault(), server.origin()) : proxy,
        server);
  }

  /** Returns what sends calls to a server with given sockets. */
  static CallSender calls(
      SSLSocketFactory tls,
      String serverName,
      boolean isInsecure,
      @Nullable ProxyAddress proxy,
      ServerAddress server) {
    return new DirectCalls(new ServerSockets(tls, serverName, isInsecure, CIPHERS, proxy), server);
  }

  private static SSLSocketFactory socketFactory(KeyManager[] keys, X509TrustManager trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, new TrustManager[] {trust}, null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException failure) {
      throw new IllegalStateException("Java has no TLS", failure);
    }
  }

  private KeyManager[] keyManagers() throws KubeconfigException {
    if (certificate == null || key == null) {
      return new KeyManager[0];
    }
    try {
      KeyStore store = KeyStore.getInstance(IN_MEMORY);
      store.load(null, null);
      store.setKeyEntry("client", PemKey.read(key), NO_PASSWORD, chain(certificate));
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return factory.getKeyManagers();
    } catch (IOException | GeneralSecurityException | RuntimeException failure) {
      throw new KubeconfigException(
          "unable to load client certificate: " + reason(failure), failure);
    }
  }

  private static Certificate[] chain(byte[] pem) throws CertificateException {
    return PemCertificates.read(pem, "tls: failed to find any PEM data in certificate input")
        .toArray(Certificate[]::new);
  }

  private X509TrustManager trustManager() throws KubeconfigException {
    if (isInsecure) {
      return new TrustAll();
    }
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(caData == null ? null : authorities(caData));
      return (X509TrustManager) factory.getTrustManagers()[0];
    } catch (IOException | GeneralSecurityException | RuntimeException failure) {
      throw new KubeconfigException(
          "unable to load root certificates: " + reason(failure), failure);
    }
  }

  private static KeyStore authorities(byte[] pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int number = 0;
    for (Certificate each :
        PemCertificates.read(pem, "expected non-empty set of trusted certificates")) {
      store.setCertificateEntry("ca" + number++, each);
    }
    return store;
  }

  /** For {@code insecure-skip-tls-verify}. */
  private static final class TrustAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** The first line of the message of the root cause. */
  static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    String message = failure.getMessage();
    if (cause != null && (message == null || message.equals(cause.toString()))) {
      return reason(cause);
    }
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
