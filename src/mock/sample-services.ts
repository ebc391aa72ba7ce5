/** Two small services, one a version, that the tests of the mock share. */
export const sampleV2 = `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns:sap="http://www.sap.com/Protocols/SAPData">
  <edmx:DataServices m:DataServiceVersion="2.0">
    <Schema Namespace="SHOP" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">
      <EntityType Name="OrderType">
        <Key><PropertyRef Name="Order"/></Key>
        <Property Name="Order" Type="Edm.String" Nullable="false" MaxLength="10"/>
        <Property Name="Kind" Type="Edm.String" Nullable="false" MaxLength="2"/>
        <Property Name="Amount" Type="Edm.Decimal" Precision="9" Scale="2"/>
        <Property Name="OrderedOn" Type="Edm.DateTime" Precision="0"/>
        <Property Name="IsBlocked" Type="Edm.Boolean"/>
        <Property Name="CreatedBy" Type="Edm.String" MaxLength="12" sap:creatable="false" sap:updatable="false"/>
        <NavigationProperty Name="to_Item" Relationship="SHOP.OrderItems" FromRole="Order" ToRole="Item"/>
      </EntityType>
      <EntityType Name="ItemType">
        <Key><PropertyRef Name="Order"/><PropertyRef Name="Item"/></Key>
        <Property Name="Order" Type="Edm.String" Nullable="false" MaxLength="10"/>
        <Property Name="Item" Type="Edm.String" Nullable="false" MaxLength="6"/>
        <Property Name="Quantity" Type="Edm.Decimal" Precision="13" Scale="3" Nullable="false"/>
        <Property Name="Note" Type="Edm.String" MaxLength="40"/>
      </EntityType>
      <Association Name="OrderItems">
        <End Type="SHOP.OrderType" Multiplicity="1" Role="Order"/>
        <End Type="SHOP.ItemType" Multiplicity="*" Role="Item"/>
        <ReferentialConstraint>
          <Principal Role="Order"><PropertyRef Name="Order"/></Principal>
          <Dependent Role="Item"><PropertyRef Name="Order"/></Dependent>
        </ReferentialConstraint>
      </Association>
      <EntityContainer Name="SHOP_Entities" m:IsDefaultEntityContainer="true">
        <EntitySet Name="Orders" EntityType="SHOP.OrderType"/>
        <EntitySet Name="Items" EntityType="SHOP.ItemType" sap:creatable="false" sap:deletable="false"/>
        <AssociationSet Name="OrderItemsSet" Association="SHOP.OrderItems">
          <End EntitySet="Orders" Role="Order"/><End EntitySet="Items" Role="Item"/>
        </AssociationSet>
        <FunctionImport Name="Release" ReturnType="SHOP.OrderType" EntitySet="Orders" m:HttpMethod="POST">
          <Parameter Name="Order" Type="Edm.String" Mode="In" MaxLength="10"/>
          <Parameter Name="On" Type="Edm.DateTime" Mode="In" Nullable="true"/>
        </FunctionImport>
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>`;

export const sampleV4 = `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:Reference Uri="core.xml"><edmx:Include Namespace="Org.OData.Core.V1" Alias="Core"/></edmx:Reference>
  <edmx:DataServices>
    <Schema Namespace="Lab" xmlns="http://docs.oasis-open.org/odata/ns/edm">
      <EnumType Name="Grade"><Member Name="Good" Value="0"/><Member Name="Bad" Value="1"/></EnumType>
      <EntityType Name="Sample">
        <Key><PropertyRef Name="Id"/></Key>
        <Property Name="Id" Type="Edm.Guid" Nullable="false"/>
        <Property Name="Title" Type="Edm.String" Nullable="false" MaxLength="20"/>
        <Property Name="Weight" Type="Edm.Decimal" Precision="8" Scale="3"/>
        <Property Name="TakenOn" Type="Edm.Date"/>
        <Property Name="Grade" Type="Lab.Grade"/>
        <Property Name="ChangedAt" Type="Edm.DateTimeOffset"><Annotation Term="Core.Computed" Bool="true"/></Property>
        <NavigationProperty Name="Results" Type="Collection(Lab.Result)" Partner="Sample"/>
      </EntityType>
      <EntityType Name="Result">
        <Key><PropertyRef Name="Id"/><PropertyRef Name="No"/></Key>
        <Property Name="Id" Type="Edm.Guid" Nullable="false"/>
        <Property Name="No" Type="Edm.Int32" Nullable="false"/>
        <Property Name="Value" Type="Edm.Double"/>
        <NavigationProperty Name="Sample" Type="Lab.Sample" Nullable="false" Partner="Results"><ReferentialConstraint Property="Id" ReferencedProperty="Id"/></NavigationProperty>
      </EntityType>
      <Action Name="Approve" IsBound="true">
        <Parameter Name="it" Type="Lab.Sample" Nullable="false"/>
        <Parameter Name="Comment" Type="Edm.String" MaxLength="10"/>
        <Parameter Name="Level" Type="Edm.Int32" Nullable="false"/>
        <ReturnType Type="Lab.Sample"/>
      </Action>
      <EntityContainer Name="Container">
        <EntitySet Name="Samples" EntityType="Lab.Sample">
          <NavigationPropertyBinding Path="Results" Target="Results"/>
          <Annotation Term="Core.OptimisticConcurrency"><Collection><PropertyPath>ChangedAt</PropertyPath></Collection></Annotation>
        </EntitySet>
        <EntitySet Name="Results" EntityType="Lab.Result"><NavigationPropertyBinding Path="Sample" Target="Samples"/></EntitySet>
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>`;
