package dev.hpa.controller.cache;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.kube.content.ProtobufObject;
import dev.hpa.kube.content.ProtobufSlice;
import java.io.IOException;
import java.util.Arrays;

/**
 * An autoscaler in Protobuf without its status: the part that a write of the status sends back
 * unchanged. Immutable. Field numbers are those of {@code
 * k8s.io/api/autoscaling/v2/generated.proto} and of {@code ObjectMeta}.
 */
final class AutoscalerMessage {

  private static final int METADATA = 1;
  private static final int SPEC = 2;
  private static final int STATUS = 3;

  /** Bytes around the parts, at most: their tags and lengths, and the resource version. */
  private static final int TAGS = 64;

  private static final int NAME = 1;
  private static final int NAMESPACE = 3;
  private static final int RESOURCE_VERSION = 6;
  private static final int MANAGED_FIELDS = 17;

  /** Without the resource version, and without the managed fields, which servers keep. */
  private final byte[] metadata;

  private final byte[] spec;

  private AutoscalerMessage(byte[] metadata, byte[] spec) {
    this.metadata = metadata;
    this.spec = spec;
  }

  static AutoscalerMessage of(ProtobufSlice autoscaler) throws IOException {
    return new AutoscalerMessage(metadata(autoscaler), autoscaler.message(SPEC).toBytes());
  }

  private static byte[] metadata(ProtobufSlice autoscaler) throws IOException {
    return autoscaler.message(METADATA).without(RESOURCE_VERSION, MANAGED_FIELDS);
  }

  static String name(ProtobufSlice autoscaler) throws IOException {
    return autoscaler.message(METADATA).text(NAME);
  }

  static String namespace(ProtobufSlice autoscaler) throws IOException {
    return autoscaler.message(METADATA).text(NAMESPACE);
  }

  static String resourceVersion(ProtobufSlice autoscaler) throws IOException {
    return autoscaler.message(METADATA).text(RESOURCE_VERSION);
  }

  /** Whether an autoscaler is this one with a status; its resource version is not compared. */
  boolean isWith(byte[] status, ProtobufSlice autoscaler) throws IOException {
    return autoscaler.message(STATUS).hasBytes(status)
        && autoscaler.message(SPEC).hasBytes(spec)
        && Arrays.equals(metadata(autoscaler), metadata);
  }

  /** The body of a request that writes a status. */
  byte[] with(byte[] status, String resourceVersion) {
    return ProtobufObject.encode(
        HorizontalPodAutoscaler.API_VERSION,
        HorizontalPodAutoscaler.KIND,
        status.length + spec.length + metadata.length + TAGS,
        out -> {
          out.bytes(STATUS, status);
          out.bytes(SPEC, spec);
          out.message(
              METADATA,
              () -> {
                out.text(RESOURCE_VERSION, resourceVersion);
                out.raw(metadata);
              });
        });
  }
}
