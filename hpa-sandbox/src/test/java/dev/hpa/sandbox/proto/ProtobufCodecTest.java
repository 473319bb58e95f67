package dev.hpa.sandbox.proto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.kubernetes.client.proto.IntStr.IntOrString;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Meta.ObjectMeta;
import io.kubernetes.client.proto.Meta.Time;
import io.kubernetes.client.proto.Meta.WatchEvent;
import io.kubernetes.client.proto.Runtime.TypeMeta;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Autoscaling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtobufCodecTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        // containers, volumes and probes: inlined messages
        """
        {'kind':'Pod','apiVersion':'v1','metadata':{'name':'p','labels':{'a':''},
         'creationTimestamp':'2026-01-02T03:04:05Z','ownerReferences':[{'kind':'ReplicaSet','name':'r',
         'uid':'u','apiVersion':'apps/v1','controller':true,'blockOwnerDeletion':false}],
         'managedFields':[{'manager':'m','fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'k:{\\"a\\":1}':{}}}}]},
         'spec':{'volumes':[{'name':'v','emptyDir':{}},{'name':'c','configMap':{'name':'cm','optional':false}}],
         'containers':[{'name':'c','image':'i','ports':[{'containerPort':80}],'env':[{'name':'e','valueFrom':
         {'secretKeyRef':{'name':'s','key':'k'}}}],'envFrom':[{'configMapRef':{'name':'cm'}}],
         'resources':{'requests':{'cpu':'100m','memory':'64Mi'}},'livenessProbe':{'httpGet':{'path':'/',
         'port':'http'},'periodSeconds':10},'readinessProbe':{'tcpSocket':{'port':80}},
         'securityContext':{'privileged':false,'runAsUser':0}}],
         'ephemeralContainers':[{'name':'d','image':'i','targetContainerName':'c'}],
         'terminationGracePeriodSeconds':0,'hostNetwork':true,'automountServiceAccountToken':false,
         'tolerations':[{'operator':'Exists','tolerationSeconds':0}]},
         'status':{'hostIP':'10.0.0.1','podIP':'10.1.0.1','podIPs':[{'ip':'10.1.0.1'}],
         'containerStatuses':[{'name':'c','ready':false,'restartCount':0,'started':false}]}}
        """,
        """
        {'kind':'Deployment','apiVersion':'apps/v1','metadata':{'name':'d'},'spec':{'replicas':0,
         'selector':{'matchExpressions':[{'key':'a','operator':'In','values':['x','y']}]},
         'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':'25%','maxUnavailable':0}}},
         'status':{'observedGeneration':3,'conditions':[{'type':'Available','status':'True'}]}}
        """,
        """
        {'kind':'Service','apiVersion':'v1','metadata':{'name':'s'},'spec':{'ports':[{'port':80,'targetPort':8080,
         'nodePort':30000}],'clusterIP':'None','clusterIPs':['None'],'externalIPs':['1.2.3.4']}}
        """,
        """
        {'kind':'HorizontalPodAutoscaler','apiVersion':'autoscaling/v2','metadata':{'name':'h'},'spec':{
         'scaleTargetRef':{'kind':'Deployment','name':'d','apiVersion':'apps/v1'},'minReplicas':0,'maxReplicas':3,
         'metrics':[{'type':'ContainerResource','containerResource':{'name':'cpu','container':'c','target':
         {'type':'Utilization','averageUtilization':0}}}],'behavior':{'scaleDown':{'stabilizationWindowSeconds':0,
         'selectPolicy':'Max','policies':[{'type':'Pods','value':1,'periodSeconds':60}],'tolerance':'100m'}}},
         'status':{'lastScaleTime':'2026-01-02T03:04:05Z','desiredReplicas':0,'currentMetrics':[{'type':'Object',
         'object':{'metric':{'name':'m'},'current':{'value':'1500m'},'describedObject':{'kind':'S','name':'n'}}}]}}
        """,
        """
        {'kind':'HorizontalPodAutoscaler','apiVersion':'autoscaling/v1','metadata':{'name':'h'},'spec':{
         'scaleTargetRef':{'kind':'Deployment','name':'d'},'maxReplicas':3,'targetCPUUtilizationPercentage':80},
         'status':{'currentReplicas':0,'desiredReplicas':0,'currentCPUUtilizationPercentage':0}}
        """,
        "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{},'spec':{},'status':{'replicas':0}}",
        """
        {'kind':'Lease','apiVersion':'coordination.k8s.io/v1','metadata':{'name':'l'},'spec':{'holderIdentity':'',
         'leaseDurationSeconds':15,'renewTime':'2026-01-02T03:04:05.000006Z','leaseTransitions':0}}
        """,
        """
        {'kind':'Event','apiVersion':'v1','metadata':{'name':'e'},'source':{},'count':2,
         'firstTimestamp':'1969-12-31T23:59:59Z','eventTime':'2026-01-02T03:04:05.100000Z',
         'series':{'count':7,'lastObservedTime':'2026-01-02T03:04:05.000000Z'}}
        """,
        """
        {'kind':'Secret','apiVersion':'v1','metadata':{'name':'s'},'data':{'a':'AAEC/w==','b':''},'type':'Opaque',
         'immutable':false}
        """,
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{},'data':{'a':''},'binaryData':{'b':'AAEC'}}",
        """
        {'kind':'TokenRequest','apiVersion':'authentication.k8s.io/v1','metadata':{},'spec':{'audiences':['a'],
         'boundObjectRef':{'kind':'Pod','name':'p','uid':'u'},'expirationSeconds':3600}}
        """,
        """
        {'kind':'TokenReview','apiVersion':'authentication.k8s.io/v1','metadata':{},'spec':{'token':'t'},
         'status':{'authenticated':true,'user':{'username':'u','extra':{'a/b':['x','y']}}}}
        """,
        """
        {'kind':'SubjectAccessReview','apiVersion':'authorization.k8s.io/v1','metadata':{},'spec':{
         'resourceAttributes':{'verb':'get','resource':'pods'},'user':'u','extra':{'e':['x']}},
         'status':{'allowed':false}}
        """,
        """
        {'kind':'Status','apiVersion':'v1','metadata':{'remainingItemCount':0},'status':'Failure','reason':'Gone',
         'details':{'causes':[{'reason':'r'}]},'code':410}
        """,
        """
        {'kind':'DeleteOptions','apiVersion':'autoscaling/v2','gracePeriodSeconds':0,
         'preconditions':{'uid':'u'},'orphanDependents':false,'propagationPolicy':'Foreground'}
        """,
        """
        {'kind':'Node','apiVersion':'v1','metadata':{'name':'n'},'status':{'capacity':{'cpu':'4'},
         'daemonEndpoints':{'kubeletEndpoint':{'Port':10250}},'addresses':[{'type':'InternalIP','address':'a'}]}}
        """,
        "{'kind':'Namespace','apiVersion':'v1','metadata':{'name':'n'},'spec':{'finalizers':['kubernetes']}}",
        "{'kind':'ServiceAccount','apiVersion':'v1','metadata':{'name':'n'},'secrets':[{'name':'s'}]}",
        "{'kind':'PodList','apiVersion':'v1','metadata':{'resourceVersion':'9'},'items':[]}",
        "{'kind':'LeaseList','apiVersion':'coordination.k8s.io/v1','metadata':{},'items':[{'metadata':{'name':'l'}}]}",
        """
        {'kind':'APIResourceList','apiVersion':'v1','groupVersion':'v1','resources':[{'name':'pods',
         'namespaced':false,'kind':'Pod','verbs':['get']}]}
        """,
      })
  void roundTrips(String text) {
    ObjectNode object = object(text);
    assertEquals(object, ProtobufCodec.decode(ProtobufCodec.encode(object)));
  }

  @Test
  void decodesRequestsOfKubectl() {
    Message hpa =
        V1Autoscaling.HorizontalPodAutoscaler.newBuilder()
            .setMetadata(
                ObjectMeta.newBuilder()
                    .setName("web")
                    .setGenerateName("")
                    .setNamespace("")
                    .setSelfLink("")
                    .setUid("")
                    .setResourceVersion("")
                    .setGeneration(0)
                    .setCreationTimestamp(Time.getDefaultInstance()))
            .setSpec(
                V1Autoscaling.HorizontalPodAutoscalerSpec.newBuilder()
                    .setScaleTargetRef(
                        V1Autoscaling.CrossVersionObjectReference.newBuilder()
                            .setKind("Deployment")
                            .setName("web")
                            .setApiVersion("apps/v1"))
                    .setMinReplicas(1)
                    .setMaxReplicas(5)
                    .setTargetCPUUtilizationPercentage(60))
            .setStatus(
                V1Autoscaling.HorizontalPodAutoscalerStatus.newBuilder()
                    .setCurrentReplicas(0)
                    .setDesiredReplicas(0))
            .build();
    byte[] body = body("autoscaling/v1", "HorizontalPodAutoscaler", hpa.toByteString());
    assertEquals(116, body.length);
    assertEquals(
        object(
            """
            {'kind':'HorizontalPodAutoscaler','apiVersion':'autoscaling/v1','metadata':{'name':'web'},
             'spec':{'scaleTargetRef':{'kind':'Deployment','name':'web','apiVersion':'apps/v1'},'minReplicas':1,
             'maxReplicas':5,'targetCPUUtilizationPercentage':60},'status':{'currentReplicas':0,
             'desiredReplicas':0}}
            """),
        ProtobufCodec.decode(body));
  }

  @Test
  void keepsZerosOfPointerFieldsOnly() {
    Message deployment =
        V1Apps.Deployment.newBuilder()
            .setSpec(
                V1Apps.DeploymentSpec.newBuilder()
                    .setReplicas(0)
                    .setMinReadySeconds(0)
                    .setPaused(false)
                    .setRevisionHistoryLimit(0))
            .build();
    assertEquals(
        object(
            "{'kind':'Deployment','apiVersion':'apps/v1','spec':{'replicas':0,'revisionHistoryLimit':0}}"),
        ProtobufCodec.decode(body("apps/v1", "Deployment", deployment.toByteString())));
  }

  @Test
  void encodesTheFieldNumbersOfKubernetes() throws IOException {
    ObjectNode object =
        object(
            "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},'spec':{'volumes':[{'name':'v','emptyDir':{}}]}}");
    byte[] body = ProtobufCodec.encode(object);
    assertArrayEquals(new byte[] {'k', '8', 's', 0}, Arrays.copyOf(body, 4));
    Unknown envelope = Unknown.parseFrom(Arrays.copyOfRange(body, 4, body.length));
    assertEquals("v1", envelope.getTypeMeta().getApiVersion());
    V1.Pod pod = V1.Pod.parseFrom(envelope.getRaw());
    assertEquals("p", pod.getMetadata().getName());
    assertTrue(pod.getSpec().getVolumes(0).getVolumeSource().hasEmptyDir());
  }

  @Test
  void encodesWatchEvents() throws IOException {
    ObjectNode object = object("{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'}}");
    ByteBuffer frame = ByteBuffer.wrap(ProtobufCodec.watchFrame("ADDED", object));
    assertEquals(frame.getInt(), frame.remaining());
    WatchEvent event = WatchEvent.parseFrom(frame);
    assertEquals("ADDED", event.getType());
    assertEquals(object, ProtobufCodec.decode(event.getObject().getRaw().toByteArray()));
  }

  @Test
  void dropsUnknownFields() {
    ObjectNode object =
        object(
            "{'kind':'PodList','apiVersion':'v1','bogus':1,'items':[{'kind':'Pod','apiVersion':'v1','spec':null}]}");
    assertEquals(
        object("{'kind':'PodList','apiVersion':'v1','items':[{}]}"),
        ProtobufCodec.decode(ProtobufCodec.encode(object)));
  }

  @ParameterizedTest
  @CsvSource({
    "v1, Pod, true",
    "v1, PodList, true",
    "autoscaling/v2, HorizontalPodAutoscaler, true",
    "autoscaling/v2, Scale, false",
    "anything/v1, DeleteOptions, true",
    "v1, PodSpec, false",
    "example.com/v1, Widget, false",
  })
  void supportsKnownKinds(String apiVersion, String kind, boolean supported) {
    assertEquals(supported, ProtobufCodec.supports(apiVersion, kind));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'kind':'Widget','apiVersion':'example.com/v1'}",
        "{}",
        "{'kind':'Scale','apiVersion':'autoscaling/v1','spec':{'replicas':'2'}}",
        "{'kind':'Scale','apiVersion':'autoscaling/v1','spec':{'replicas':3000000000}}",
        "{'kind':'Scale','apiVersion':'autoscaling/v1','spec':{'replicas':1.5}}",
        "{'kind':'Scale','apiVersion':'autoscaling/v1','spec':[]}",
        "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'name':1}}",
        "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'labels':[]}}",
        "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'finalizers':'x'}}",
        "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'creationTimestamp':'now'}}",
        "{'kind':'Secret','apiVersion':'v1','data':{'a':'%'}}",
        "{'kind':'Secret','apiVersion':'v1','immutable':'no'}",
      })
  void rejectsObjectsWithoutProtobuf(String text) {
    assertThrows(ProtobufFormatException.class, () -> ProtobufCodec.encode(object(text)));
  }

  @Test
  void rejectsMalformedBodies() {
    refuse("the body does not start", new byte[0]);
    refuse("the body does not start", new byte[] {'{', '}'});
    refuse("no protobuf form is known for kind \"\"", new byte[] {'k', '8', 's', 0});
    refuse("the envelope is damaged", new byte[] {'k', '8', 's', 0, 10, 100});
    refuse("no protobuf form is known", body("example.com/v1", "Widget", ByteString.EMPTY));
    refuse("the Pod is damaged", body("v1", "Pod", ByteString.copyFrom(new byte[] {10, 100})));
    Unknown gzip = Unknown.newBuilder().setContentEncoding("gzip").build();
    refuse("not plain protobuf", withMagic(gzip));
  }

  @Test
  void rejectsInvalidValues() {
    Meta.FieldsV1 fields =
        Meta.FieldsV1.newBuilder().setRaw(ByteString.copyFromUtf8("{} x")).build();
    refuse(
        "raw JSON is malformed",
        event(
            ObjectMeta.newBuilder()
                .addManagedFields(Meta.ManagedFieldsEntry.newBuilder().setFieldsV1(fields))));
    Time time = Time.newBuilder().setSeconds(Long.MAX_VALUE).build();
    refuse("impossible time", event(ObjectMeta.newBuilder().setCreationTimestamp(time)));
    V1.Service service =
        V1.Service.newBuilder()
            .setSpec(
                V1.ServiceSpec.newBuilder()
                    .addPorts(
                        V1.ServicePort.newBuilder()
                            .setTargetPort(IntOrString.newBuilder().setType(2))))
            .build();
    refuse("impossible IntOrString", body("v1", "Service", service.toByteString()));
  }

  private static byte[] event(ObjectMeta.Builder metadata) {
    return body("v1", "Event", V1.Event.newBuilder().setMetadata(metadata).build().toByteString());
  }

  private static void refuse(String reason, byte[] body) {
    ProtobufFormatException failure =
        assertThrows(ProtobufFormatException.class, () -> ProtobufCodec.decode(body));
    assertTrue(String.valueOf(failure.getMessage()).contains(reason), failure::getMessage);
  }

  private static byte[] body(String apiVersion, String kind, ByteString raw) {
    return withMagic(
        Unknown.newBuilder()
            .setTypeMeta(TypeMeta.newBuilder().setApiVersion(apiVersion).setKind(kind))
            .setRaw(raw)
            .setContentEncoding("")
            .setContentType("")
            .build());
  }

  private static byte[] withMagic(Unknown envelope) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {'k', '8', 's', 0});
    body.writeBytes(envelope.toByteArray());
    return body.toByteArray();
  }

  private static ObjectNode object(String text) {
    try {
      return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed);
    }
  }
}
