package dev.hpa.kube.client;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.SSLUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.CipherSuite;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The TLS and proxy settings of an HTTP client. client-java reads certificates and keys.
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

  private static final Duration PING = Duration.ofSeconds(20);

  /**
   * ChaCha20 first: without the second compiler, as with {@code --preset=small}, Java takes three
   * times as long for AES. Servers that have AES only select AES.
   */
  private static final ConnectionSpec TLS =
      new ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS)
          .cipherSuites(
              Stream.concat(
                      Stream.of(CipherSuite.TLS_CHACHA20_POLY1305_SHA256),
                      Stream.ofNullable(ConnectionSpec.MODERN_TLS.cipherSuites())
                          .flatMap(List::stream))
                  .distinct()
                  .toArray(CipherSuite[]::new))
          .build();

  static final TlsClientConfig PLAIN = new TlsClientConfig(null, false, "", null, null, null);

  TlsClientConfig withCertificate(byte @Nullable [] pem, byte @Nullable [] pemKey) {
    return new TlsClientConfig(caData, isInsecure, serverName, pem, pemKey, proxy);
  }

  /**
   * Builds the client.
   *
   * @throws KubeconfigException if a certificate or key is not usable
   */
  OkHttpClient build() throws KubeconfigException {
    ApiClient client = new ApiClient();
    client.setVerifyingSsl(!isInsecure);
    try {
      if (certificate != null && key != null) {
        client.setKeyManagers(keyManagers(certificate, key));
      }
    } catch (IOException | GeneralSecurityException | RuntimeException failure) {
      throw new KubeconfigException(
          "unable to load client certificate: " + reason(failure), failure);
    }
    if (!serverName.isEmpty()) {
      client.setTlsServerName(serverName);
    }
    try {
      // Last, because each of the other setters would read the authorities anew.
      if (caData != null) {
        client.setSslCaCert(new ByteArrayInputStream(caData));
      }
    } catch (RuntimeException failure) {
      throw new KubeconfigException(
          "unable to load root certificates: " + reason(failure), failure);
    }
    return finished(client.getHttpClient());
  }

  private OkHttpClient finished(OkHttpClient configured) {
    OkHttpClient.Builder client =
        configured
            .newBuilder()
            .pingInterval(PING)
            .connectionSpecs(List.of(TLS, ConnectionSpec.CLEARTEXT));
    X509TrustManager trust = configured.x509TrustManager();
    if (!serverName.isEmpty() && trust != null) {
      client.sslSocketFactory(
          new ServerNameSocketFactory(configured.sslSocketFactory(), serverName), trust);
    }
    if (proxy != null) {
      proxy.apply(client, configured.sslSocketFactory());
    }
    return client.build();
  }

  private static KeyManager[] keyManagers(byte[] certificate, byte[] key)
      throws IOException, GeneralSecurityException {
    String algorithm = SSLUtils.recognizePrivateKeyAlgo(key);
    KeyManager[] managers = SSLUtils.keyManagers(certificate, key, algorithm, "", null, null);
    if (!new String(certificate, StandardCharsets.US_ASCII).contains("CERTIFICATE")) {
      throw new GeneralSecurityException("failed to find any PEM data in certificate input");
    }
    return managers;
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
