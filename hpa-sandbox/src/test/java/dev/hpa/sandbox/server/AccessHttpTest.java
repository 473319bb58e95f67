package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Users, roles, tokens, reviews and the audit log of a sandbox with RBAC. */
class AccessHttpTest {

  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
  private static final String ACCOUNTS = "/api/v1/namespaces/shop/serviceaccounts";
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1";
  private static final String TOKEN_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";

  private final List<AuditEvent> log = new CopyOnWriteArrayList<>();
  private ServedSandbox served;
  private SandboxClient admin;
  private SandboxClient jane;

  @BeforeEach
  void start() {
    served =
        new ServedSandbox(
            options ->
                options
                    .withAuthorization(AuthorizationMode.RBAC)
                    .withUsers(List.of(StaticUser.parse("jane=secret,group=dev")))
                    .withAudit(log::add));
    admin = served.client;
    jane = admin.as("secret");
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private void role(String name, String... rules) {
    served.create(
        RBAC + "/namespaces/shop/roles",
        "{'metadata':{'name':'%s'},'rules':[%s]}".formatted(name, String.join(",", rules)));
  }

  private static String rule(String verbs, String group, String resources, String more) {
    return "{'verbs':[%s],'apiGroups':['%s'],'resources':[%s]%s}"
        .formatted(verbs, group, resources, more);
  }

  private void bind(String role, String subject) {
    served.create(
        RBAC + "/namespaces/shop/rolebindings",
        "{'metadata':{'name':'%s'},'roleRef':{'kind':'Role','name':'%s'},'subjects':[%s]}"
            .formatted(role, role, subject));
  }

  private void assertForbidden(String message, Reply reply) {
    assertEquals(403, reply.code(), reply.toString());
    assertEquals("Forbidden", reply.reason());
    assertEquals(message, reply.message());
  }

  private static JsonNode json(String text) {
    return Json.tree(SandboxClient.quoted(text));
  }

  @Test
  void rejectsWhatRolesDoNotAllow() {
    role("reader", rule("'get','list'", "", "'pods'", ""));
    bind("reader", "{'kind':'User','name':'jane'}");
    assertEquals(200, jane.get(ServedSandbox.PODS).code());
    assertForbidden(
        "pods is forbidden: User \"jane\" cannot watch resource \"pods\" in API group \"\" in the"
            + " namespace \"shop\"",
        jane.get(ServedSandbox.PODS + "?watch=true"));
    assertForbidden(
        "pods is forbidden: User \"jane\" cannot list resource \"pods\" in API group \"\" at the"
            + " cluster scope",
        jane.get("/api/v1/pods"));
    assertForbidden(
        "pods is forbidden: User \"jane\" cannot deletecollection resource \"pods\" in API group"
            + " \"\" in the namespace \"shop\"",
        jane.delete(ServedSandbox.PODS));
    assertForbidden(
        "namespaces \"shop\" is forbidden: User \"jane\" cannot get resource \"namespaces\" in API"
            + " group \"\" in the namespace \"shop\"",
        jane.get("/api/v1/namespaces/shop"));
    assertEquals(200, jane.get("/apis/apps/v1").code());
    admin.delete(RBAC + "/namespaces/shop/rolebindings/reader");
    assertEquals(403, jane.get(ServedSandbox.PODS).code());
  }

  @Test
  void rulesMatchNamesAndSubresources() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    role("scaler", rule("'get','update'", "apps", "'*/scale'", ",'resourceNames':['web']"));
    bind("scaler", "{'kind':'Group','name':'dev'}");
    assertEquals(200, jane.get(ServedSandbox.DEPLOYMENTS + "/web/scale").code());
    assertEquals(403, jane.get(ServedSandbox.DEPLOYMENTS + "/api/scale").code());
    assertEquals(403, jane.get(ServedSandbox.DEPLOYMENTS + "/web").code());
    assertEquals(403, jane.get(ServedSandbox.DEPLOYMENTS + "/web/status").code());
  }

  @Test
  void selectionByNameIsAuthorizedForTheObject() {
    role("one", rule("'list','watch'", "", "'configmaps'", ",'resourceNames':['a']"));
    bind("one", "{'kind':'User','name':'jane'}");
    assertEquals(200, jane.get(ServedSandbox.MAPS + "?fieldSelector=metadata.name%3Da").code());
    assertEquals(403, jane.get(ServedSandbox.MAPS + "?fieldSelector=metadata.name%3Db").code());
    assertEquals(403, jane.get(ServedSandbox.MAPS).code());
  }

  @Test
  void reportsBindingsToMissingRoles() {
    bind("ghost", "{'kind':'User','name':'jane'}");
    assertForbidden(
        "pods is forbidden: User \"jane\" cannot list resource \"pods\" in API group \"\" in the"
            + " namespace \"shop\": RBAC: role.rbac.authorization.k8s.io \"ghost\" not found",
        jane.get(ServedSandbox.PODS));
  }

  @Test
  void missingTokenIsAnonymousAndUnknownTokenIsUnauthorized() {
    assertEquals(200, admin.getAs(null, "/healthz").code());
    assertEquals(200, admin.getAs(null, "/version").code());
    assertForbidden(
        "forbidden: User \"system:anonymous\" cannot get path \"/apis\"",
        admin.getAs(null, "/apis"));
    assertEquals(401, admin.getAs("Bearer wrong", "/healthz").code());
    assertEquals(401, admin.getAs("Basic YTpi", "/apis").code());
  }

  @Test
  void sandboxEndpointsAreAuthorized() {
    assertForbidden(
        "forbidden: User \"jane\" cannot get path \"/sandbox/faults\"",
        jane.get("/sandbox/faults"));
    assertEquals(200, admin.get("/sandbox/faults").code());
  }

  private String whoami(SandboxClient client) {
    Reply reply = client.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
    return reply.code() == 201
        ? reply.json().at("/status/userInfo/username").asText()
        : Integer.toString(reply.code());
  }

  @Test
  void tokensOfServiceAccountsAreOfTheProgram() {
    User account = User.ofServiceAccount("shop", "robot", "1");
    SandboxClient robot = admin.as(served.sandbox.tokens().create(account));
    assertEquals("system:serviceaccount:shop:robot", whoami(robot));
    role("reader", rule("'list'", "", "'pods'", ""));
    bind("reader", "{'kind':'ServiceAccount','name':'robot','namespace':'shop'}");
    assertEquals(200, robot.get(ServedSandbox.PODS).code());
    served.create(ACCOUNTS, "{'metadata':{'name':'robot'}}");
    assertEquals(404, admin.post(ACCOUNTS + "/robot/token", "{}").code());
  }

  @Test
  void revokedTokensEnd() {
    assertEquals("jane", whoami(jane));
    assertTrue(served.sandbox.tokens().revoke("secret"));
    assertEquals("401", whoami(jane));
  }

  @Test
  void reviewsTokens() {
    assertEquals(
        json(
            """
            {'authenticated':true,'user':{'username':'jane','groups':['dev','system:authenticated']},
             'audiences':['https://kubernetes.default.svc']}
            """),
        served.create(TOKEN_REVIEWS, "{'spec':{'token':'secret'}}").json().path("status"));
    assertEquals(
        json("{'user':{},'error':'invalid bearer token'}"),
        served.create(TOKEN_REVIEWS, "{'spec':{'token':'invalid'}}").json().path("status"));
    assertEquals(400, admin.post(TOKEN_REVIEWS, "{}").code());
    assertEquals(403, jane.post(TOKEN_REVIEWS, "{'spec':{'token':'secret'}}").code());
  }

  @Test
  void reviewsAccess() {
    role("reader", rule("'list'", "", "'pods'", ""));
    bind("reader", "{'kind':'User','name':'jane'}");
    String onPods = "'resourceAttributes':{'namespace':'shop','verb':'list','resource':'pods'}";
    assertEquals(
        json(
            """
            {'allowed':true,'reason':'RBAC: allowed by RoleBinding \\"reader/shop\\" of Role \
            \\"reader\\" to User \\"jane\\"'}
            """),
        served
            .create(REVIEWS + "/subjectaccessreviews", "{'spec':{'user':'jane'," + onPods + "}}")
            .json()
            .path("status"));
    Reply self = jane.post(REVIEWS + "/selfsubjectaccessreviews", "{'spec':{" + onPods + "}}");
    assertTrue(self.json().at("/status/allowed").asBoolean());
    assertEquals(422, admin.post(REVIEWS + "/subjectaccessreviews", "{}").code());
  }

  @Test
  void reviewsSupportProtobuf() {
    byte[] body =
        ProtobufCodec.encode(
            (ObjectNode)
                json(
                    """
                    {'kind':'SubjectAccessReview','apiVersion':'authorization.k8s.io/v1',
                     'spec':{'user':'joe','nonResourceAttributes':{'verb':'get','path':'/metrics'}}}
                    """));
    Reply reply =
        admin.send(
            "POST",
            REVIEWS + "/subjectaccessreviews",
            SandboxClient.PROTOBUF,
            SandboxClient.PROTOBUF,
            body);
    assertEquals(201, reply.code());
    assertEquals(json("{'allowed':false}"), ProtobufCodec.decode(reply.bytes()).path("status"));
  }

  @Test
  void logsEveryRequest() {
    log.clear();
    jane.get("/api/v1/namespaces/shop/pods/p?pretty=true");
    admin.getAs("Bearer wrong", "/apis");
    admin.get("/version");
    assertEquals(List.of(true, true, false), log.stream().map(AuditEvent::isDenied).toList());
    JsonNode event = log.getFirst().toJson();
    assertEquals("get", event.path("verb").asText());
    assertEquals(
        json("{'resource':'pods','namespace':'shop','name':'p','apiVersion':'v1'}"),
        event.path("objectRef"));
    assertEquals(
        json("{'username':'jane','groups':['dev','system:authenticated']}"), event.path("user"));
    assertEquals(403, event.at("/responseStatus/code").asInt());
    assertEquals("/api/v1/namespaces/shop/pods/p?pretty=true", event.path("requestURI").asText());
    assertEquals("2026-01-01T00:00:00.000000Z", event.path("stageTimestamp").asText());
    assertEquals(
        "forbid", event.path("annotations").path("authorization.k8s.io/decision").asText());
    assertEquals(401, log.get(1).code());
    assertEquals("/version", log.get(2).requestUri());
  }

  @Test
  void bootstrapPolicyAllowsTheControllerManager() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    User account = User.ofServiceAccount("kube-system", "horizontal-pod-autoscaler", "1");
    SandboxClient controller = admin.as(served.sandbox.tokens().create(account));
    assertEquals(200, controller.get(ServedSandbox.DEPLOYMENTS + "/web/scale").code());
    assertEquals(200, controller.get("/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods").code());
    assertEquals(
        404,
        controller.get("/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue_depth").code());
    assertEquals(403, controller.get(ServedSandbox.DEPLOYMENTS + "/web").code());
  }
}
