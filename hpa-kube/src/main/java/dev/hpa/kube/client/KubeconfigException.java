package dev.hpa.kube.client;

/** A kubeconfig that cannot be used; the message says which, why and what to do. */
public final class KubeconfigException extends Exception {

  private static final long serialVersionUID = 1;

  KubeconfigException(String message, Throwable cause) {
    super(message, cause);
  }

  KubeconfigException(String message) {
    super(message);
  }
}
